import { Command, InvalidArgumentError } from 'commander';
import { benchScale } from './commands/scale';
import { benchSearch } from './commands/search';
import { benchStartup } from './commands/startup';
import { Report } from './report';

const DEFAULT_SIGNALS = 100_000;

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('must be a whole number above 0');
  return number;
}

const report = new Report();
const program = new Command('bench')
  .description(
    'Measures Heliograph against baselines in the same run. Prints one JSON object a line, and a table on a terminal.',
  )
  .showHelpAfterError();

program
  .command('search')
  .description('the API under load for each class of queries, beside the same SQL bare and behind bare HTTP')
  .option('--signals <number>', 'size of the synthetic corpus', positive, DEFAULT_SIGNALS)
  .option(
    '--corpus <directory>',
    'measure companies.ndjson.gz and signals.ndjson.gz of this directory instead',
  )
  .option('--seconds <number>', 'seconds of load for each class and way', positive, 5)
  .option('--connections <number>', 'requests in flight', positive, 16)
  .option('--alone-requests <number>', 'requests one by one for each class', positive, 200)
  .action(
    (options: {
      signals: number;
      corpus?: string;
      seconds: number;
      connections: number;
      aloneRequests: number;
    }) =>
      benchSearch(report, {
        ...options,
        source: options.corpus ? { directory: options.corpus } : { signals: options.signals },
      }),
  );

program
  .command('scale')
  .description('latency alone at 10^4, 10^5 and 10^6 signals, and its slope')
  .option('--signals <number>', 'the largest size', positive, 1_000_000)
  .option('--alone-requests <number>', 'requests one by one for each class', positive, 200)
  .action((options: { signals: number; aloneRequests: number }) =>
    benchScale(report, {
      sizes: [10_000, 100_000, 1_000_000].filter((size) => size <= options.signals),
      aloneRequests: options.aloneRequests,
    }),
  );

program
  .command('startup')
  .description('seconds from npm start (already built) to /readyz, and the memory of all processes')
  .option('--runs <number>', 'starts', positive, 5)
  .action((options: { runs: number }) => benchStartup(report, options));

program.parseAsync().then(
  () => report.finish(),
  (error: unknown) => {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
