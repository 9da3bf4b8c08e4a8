import { Command, InvalidArgumentError, Option } from 'commander';
import { benchLedger, type LedgerBenchOptions } from './commands/ledger';
import { benchMetering } from './commands/metering';
import { benchPercolation } from './commands/percolation';
import { benchRestart } from './commands/restart';
import { benchScale } from './commands/scale';
import { benchSearch, type SearchBenchOptions } from './commands/search';
import { benchSemantic, type SemanticBenchOptions } from './commands/semantic';
import { benchStartup } from './commands/startup';
import { benchWebhooks, type WebhooksBenchOptions } from './commands/webhooks';
import { Report } from './report';
import { QUERY_CLASSES } from './search/query-classes';

const DEFAULT_SIGNALS = 100_000;

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('must be a whole number above 0');
  return number;
}

function duration(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3600))
    throw new InvalidArgumentError('must be a number of seconds above 0 and at most 3600');
  return seconds;
}

function queryClass(name: string, others: string[] | undefined): string[] {
  if (!QUERY_CLASSES.some((each) => each.name === name))
    throw new InvalidArgumentError('There is no such class; --help lists them.');
  return [...(others ?? []), name];
}

const report = new Report();
const program = new Command('bench')
  .description(
    'Measures Heliograph against baselines in the same run. Prints one JSON object per line, and a table on a terminal.',
  )
  .showHelpAfterError();

program
  .command('search')
  .description(
    'the API under load for each class of queries, beside one bare process with the same read model, and beside OpenSearch where Java and Maven are installed',
  )
  .option('--signals <number>', 'size of the synthetic corpus', positive, DEFAULT_SIGNALS)
  .option(
    '--corpus <directory>',
    'measure companies.ndjson.gz and signals.ndjson.gz from this directory instead',
  )
  .option('--seconds <number>', 'seconds of load for each class, engine, and loop', duration, 5)
  .option('--connections <number>', 'requests in flight', positive, 16)
  .option('--alone-requests <number>', 'requests sent one at a time for each class', positive, 200)
  .option('--class <name...>', 'measure only these classes', queryClass)
  .option('--no-opensearch', 'leave OpenSearch out')
  .addOption(
    new Option('--engine <name>', "what answers the API's searches")
      .choices(['memory', 'opensearch'])
      .default('memory'),
  )
  .option('--nodes <number>', 'nodes of that OpenSearch, with one shard on each', positive, 1)
  .addHelpText(
    'after',
    `\nClasses:\n${QUERY_CLASSES.map(({ name, is }) => `  ${name.padEnd(42)}  ${is}`).join('\n')}`,
  )
  .action((options: Omit<SearchBenchOptions, 'source'> & { signals: number; corpus?: string }) =>
    benchSearch(report, {
      ...options,
      source: options.corpus ? { directory: options.corpus } : { signals: options.signals },
    }),
  );

program
  .command('semantic')
  .description('embedding and indexing, the vector index beside an exact comparison, and the API')
  .option('--signals <number>', 'size of the synthetic corpus', positive, 10_000)
  .option(
    '--corpus <directory>',
    'measure companies.ndjson.gz and signals.ndjson.gz from this directory instead',
  )
  .addOption(
    new Option('--embedding <provider>', 'the packaged model, or a provider of negligible cost')
      .choices(['local', 'stand-in'])
      .default('local'),
  )
  .option('--dimensions <number>', "dimensions of the stand-in's vectors", positive, 384)
  .option('--queries <number>', 'different texts', positive, 50)
  .option('--seconds <number>', 'seconds of load', duration, 5)
  .option('--connections <number>', 'requests in flight', positive, 16)
  .action((options: Omit<SemanticBenchOptions, 'source'> & { signals: number; corpus?: string }) =>
    benchSemantic(report, {
      ...options,
      source: options.corpus ? { directory: options.corpus } : { signals: options.signals },
    }),
  );

program
  .command('scale')
  .description('latency alone at 10^4, 10^5, and 10^6 signals, and its slope')
  .option('--signals <number>', 'the largest size', positive, 1_000_000)
  .option('--alone-requests <number>', 'requests sent one at a time for each class', positive, 200)
  .action((options: { signals: number; aloneRequests: number }) =>
    benchScale(report, {
      sizes: [10_000, 100_000, 1_000_000].filter((size) => size <= options.signals),
      aloneRequests: options.aloneRequests,
    }),
  );

program
  .command('ledger')
  .description('charges per second on one hot account and over 1,000, beside bare updates; the relay')
  .option('--seconds <number>', 'seconds per measurement of the baseline', duration, 3)
  .option('--charges <number>', 'charges per measurement', positive, 30_000)
  .option('--rounds <number>', 'measurements, alternating with the baseline', positive, 3)
  .option('--in-flight <number>', 'concurrent charges', positive, 512)
  .option('--answer-bytes <number>', 'size of the answer stored with each charge', positive, 1_000)
  .option('--events <number>', 'events that the relay has to publish', positive, 200_000)
  .action((options: LedgerBenchOptions) => benchLedger(report, options));

program
  .command('metering')
  .description(
    'events per second into the totals, beside a consumer that only counts; also on Kafka if KAFKA_BROKERS is set',
  )
  .option('--events <number>', 'events to consume', positive, 200_000)
  .option('--accounts <number>', 'accounts that the events belong to', positive, 1_000)
  .option('--batch <number>', 'messages per batch', positive, 2_000)
  .action((options: { events: number; accounts: number; batch: number }) => benchMetering(report, options));

program
  .command('percolation')
  .description('signals per second matched against saved searches on one thread')
  .option('--signals <number>', 'size of the synthetic corpus', positive, DEFAULT_SIGNALS)
  .option(
    '--corpus <directory>',
    'measure companies.ndjson.gz and signals.ndjson.gz from this directory instead',
  )
  .option('--searches <number>', 'saved searches', positive, 100_000)
  .option('--measured <number>', 'signals matched against them', positive, 20_000)
  .action(
    ({
      signals,
      corpus,
      ...rest
    }: {
      signals: number;
      corpus?: string;
      searches: number;
      measured: number;
    }) =>
      benchPercolation(report, {
        ...rest,
        batches: [1_000, 250, 50, 1],
        source: corpus ? { directory: corpus } : { signals },
      }),
  );

program
  .command('webhooks')
  .description("milliseconds from a signal's commit to webhooks, one in ten of which never answers")
  .option('--searches <number>', 'saved searches with webhooks', positive, 1_000)
  .option('--accounts <number>', 'accounts that have them', positive, 100)
  .option('--rate <number>', 'signals per second', positive, 4)
  .option('--seconds <number>', 'seconds of signals', duration, 60)
  .action((options: WebhooksBenchOptions) => benchWebhooks(report, options));

program
  .command('startup')
  .description('seconds from npm start (already built) to /readyz, and the memory of all processes')
  .option('--runs <number>', 'starts', positive, 5)
  .action((options: { runs: number }) => benchStartup(report, options));

program
  .command('restart')
  .description('a search process from start to ready, with and without a checkpoint, and writing one')
  .option('--signals <number>', 'size of the synthetic corpus', positive, DEFAULT_SIGNALS)
  .option('--database <url>', 'use an existing catalog instead, as heliograph_reader')
  .option('--runs <number>', 'runs of both, alternating', positive, 2)
  .action((options: { signals: number; database?: string; runs: number }) => benchRestart(report, options));

// Exits normally on a signal, so that exit handlers stop everything it started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

program.parseAsync().then(
  () => report.finish(),
  (error: unknown) => {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
