import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Clock } from './clock';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'clock '));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

/** A program at the path of the named service that keeps printing its clock. */
async function startProgram(service: string, clock: Clock) {
  const program = join(directory, service, 'dist', 'main.js');
  await mkdir(join(directory, service, 'dist'), { recursive: true });
  const shown =
    '[Date.now(), new Date().getTime(), Date.parse(Date()), new Date(5).getTime(), new Date() instanceof Date]';
  await writeFile(program, `setInterval(() => console.log(JSON.stringify(${shown})), 20)`);
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...clock.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  return {
    /** Reads until the program's clock is off by this many seconds. */
    untilOffBy: async (seconds: number) => {
      for (;;) {
        const [line] = (await once(lines, 'line')) as [string];
        const [now, date, text, fixed, isDate] = JSON.parse(line) as [
          number,
          number,
          number,
          number,
          boolean,
        ];
        const offsets = [now, date, text].map((value) => Math.round((value - Date.now()) / 10_000) * 10);
        if (offsets.every((offset) => offset === seconds)) {
          expect([fixed, isDate]).toEqual([5, true]);
          return;
        }
      }
    },
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

it('shifts the clock of a named service at once, and back', async () => {
  const clock = new Clock(join(directory, 'clock.json'));
  const ledger = await startProgram('ledger', clock);
  try {
    await ledger.untilOffBy(0);
    clock.set({ ledger: 3_600_000, gateway: -50_000 });
    await ledger.untilOffBy(3_600);
    clock.set({ ledger: -1_800_000 });
    await ledger.untilOffBy(-1_800);
    clock.set({});
    await ledger.untilOffBy(0);
  } finally {
    await ledger.stop();
  }
});

it('leaves other programs alone', async () => {
  const clock = new Clock(join(directory, 'clock.json'));
  clock.set({ ledger: 3_600_000 });
  const launcher = await startProgram('launcher', clock);
  await launcher.untilOffBy(0);
  await launcher.stop();
});
