import { isAvailable, missing } from '@heliograph/testing';
import { HELP, listing, parseCommandLine, UsageError, type CommandLine } from './command-line';
import { Random } from './plan/random';
import { longForm, shortForm } from './plan/forms';
import { Console } from './report/console';
import { reportText } from './report/report-text';
import { writeReport } from './report/write-report';
import { runFaults } from './run-faults';

const EXIT_CODES = { sound: 0, violated: 1, wrongUsage: 2 } as const;

async function main(args: readonly string[]): Promise<number> {
  const commandLine = parseCommandLine(args);
  switch (commandLine.mode) {
    case 'help':
      process.stdout.write(HELP);
      return EXIT_CODES.sound;
    case 'list':
      process.stdout.write(listing());
      return EXIT_CODES.sound;
    case 'run':
      return run(commandLine);
  }
}

async function run(commandLine: CommandLine): Promise<number> {
  const { isOnce, seconds, clients, kinds, meanGapMs, without, json, keep, reportDirectory } = commandLine;
  if (!without.includes('kafka')) checkAvailable('kafka-process');
  if (!without.includes('redis')) checkAvailable('redis');
  if (!without.includes('patroni')) checkAvailable('patroni');
  if (!without.includes('disk')) checkAvailable('disk');
  const seed = commandLine.seed ?? Math.floor(Math.random() * 2 ** 32);
  const random = new Random(seed);
  const console = new Console(process.stderr, json);
  console.say(`Seed ${seed}`);
  const { report, history, directory, remove } = await runFaults({
    seed,
    random,
    ...(isOnce ? shortForm(random, kinds) : longForm(random, kinds, seconds, meanGapMs)),
    clients,
    without,
    say: (step) => console.say(step),
    onFault: (fault) => console.fault(fault),
    onProgress: (progress) => console.progress(progress),
    stopping: stopRequest(() => console.say('Healing and checking; press again to stop at once')),
  });
  const isSound = report.violations.length === 0;
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : `\n${reportText(report)}\n`);
  if (reportDirectory !== undefined) await writeReport(reportDirectory, report, history);
  if (isSound && !keep) await remove();
  else process.stderr.write(`The installation is kept in ${directory}\n`);
  return isSound ? EXIT_CODES.sound : EXIT_CODES.violated;
}

/** @throws UsageError */
function checkAvailable(part: 'kafka-process' | 'redis' | 'patroni' | 'disk'): void {
  if (isAvailable(part)) return;
  const otherwise = part === 'patroni' ? '--database embedded' : `--without ${part.split('-')[0]}`;
  throw new UsageError(`${missing(part)}; or use ${otherwise}`);
}

/**
 * The first signal ends the faults; healing and checking follow. The second has the default action, which is to kill.
 */
function stopRequest(onRequest: () => void): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      onRequest();
      stopping.abort();
    });
  }
  return stopping.signal;
}

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    const isUsage = error instanceof UsageError;
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    const message = error instanceof Error ? error.message + cause : String(error);
    process.stderr.write(`faults: ${message}\n`);
    process.exitCode = isUsage ? EXIT_CODES.wrongUsage : EXIT_CODES.violated;
  },
);
