import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartedSystem } from './support/started-system';

jest.setTimeout(180_000);

let home: string;
let system: StartedSystem;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'heliograph-listening-'));
});

afterEach(async () => {
  await system.stop();
  rmSync(home, { recursive: true, force: true });
});

/** As /proc/net/tcp has the address 127.0.0.1, and /proc/net/tcp6 the address ::1. */
const LOOPBACK = ['0100007F', '00000000000000000000000001000000'];
const LISTENING = '0A';

/** The addresses that programs listen on for TCP, as the kernel writes them. */
function listening(pids: readonly number[]): string[] {
  const sockets = new Set(
    pids.flatMap((pid) => readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkOf(`/proc/${pid}/fd/${fd}`))),
  );
  return ['tcp', 'tcp6'].flatMap((family) =>
    readFileSync(`/proc/net/${family}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTENING && sockets.has(`socket:[${inode}]`))
      .map(([, local]) => local!.split(':')[0]!),
  );
}

/** '' for one that was closed meanwhile. */
function readlinkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

it('is on this machine only, while anybody can sign in as anybody', async () => {
  system = await StartedSystem.start({ home, args: ['--empty'] });
  const { warnings } = await system.ready();
  const addresses = listening(system.children());
  // Gateway, dashboard, and the metrics of each service.
  expect(addresses.length).toBeGreaterThan(10);
  expect(addresses.filter((address) => !LOOPBACK.includes(address))).toEqual([]);
  expect(warnings).toEqual([]);
});

it('is on the network when told so, and says what that means', async () => {
  system = await StartedSystem.start({
    home,
    args: ['--empty'],
    environment: { DASHBOARD_HOST: '0.0.0.0' },
  });
  const { warnings } = await system.ready();
  expect(listening(system.children()).filter((address) => !LOOPBACK.includes(address))).toEqual(['00000000']);
  expect(warnings).toEqual([
    expect.stringContaining('DASHBOARD_HOST=0.0.0.0 opens the system to the network'),
  ]);
});
