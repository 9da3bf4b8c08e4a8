import { quantity } from '@heliograph/contract';
import type { Command } from 'commander';
import { describeRejects, importCorpus, type ImportSummary } from '../corpus/import-corpus';
import { CommandError, EXIT_CODES, UsageError } from '../failure';
import { catalogUrlOf } from '../system/database';
import { ProgressBar, silentProgress } from '../terminal/import-progress';
import { describedCommand, type RunAction } from './command';
import { notSeen, noWaitOption, waitTimeoutMs, waitOption, type WaitChoice } from './wait-options';

interface ImportOptions extends WaitChoice {
  json?: boolean;
  companies?: string;
  signals?: string;
  filterOptions?: string;
  rejectsDir?: string;
}

const DETAILS = `
FILE has one JSON object per line (NDJSON), compressed with gzip if its name ends in .gz. Records are added, or replaced if their slug
or id exists. Invalid lines do not stop the import: they are written to FILE.rejects.ndjson with their line number and the reason
(FILE.companies.rejects.ndjson and FILE.signals.rejects.ndjson if both would be the same file).
Signals may belong to companies from an earlier import. The command returns when every search finds what was imported.

Exit status: 0 everything imported, 2 some lines were rejected, 3 everything was stored, but a search process did not load it in time,
1 failure, 130 interrupted (what was stored is complete; run it again).`;

export function importCommand(run: RunAction): Command {
  return describedCommand(
    'import',
    'import companies, signals, and labels',
    'import --companies companies.ndjson.gz --signals signals.ndjson.gz',
  )
    .option('--companies <file>', 'companies, one per line')
    .option('--signals <file>', 'signals, one per line')
    .option('--filter-options <file>', 'labels of identifiers, as JSON in the shape of GET /filter-options')
    .option('--rejects-dir <directory>', 'where FILE.rejects.ndjson goes (default: next to FILE)')
    .addOption(waitOption)
    .addOption(noWaitOption)
    .addHelpText('after', DETAILS)
    .action((options: ImportOptions) =>
      run(options, async ({ terminal, location }) => {
        if (!options.companies && !options.signals && !options.filterOptions) {
          throw new UsageError(
            'nothing to import: use --companies FILE, --signals FILE, or --filter-options FILE',
          );
        }
        const plan = {
          ...options,
          rejectsDirectory: options.rejectsDir,
          waitTimeoutMs: waitTimeoutMs(options),
        };
        const catalogUrl = catalogUrlOf(location);
        const note = (text: string) => terminal.note(`heliograph-admin: ${text}`);
        const interruption = abortOnSignals();
        const summary = await importCorpus(plan, catalogUrl, {
          signal: interruption.signal,
          progress: terminal.watched ? new ProgressBar(terminal.watched) : silentProgress,
          note,
        }).finally(interruption.end);
        const { companies, signals, rejected, seconds } = summary;
        terminal.result({ companies, signals, rejected, seconds }, describe(summary));
        const unseen = notSeen(summary.lagging);
        if (rejected > 0) {
          if (unseen) note(unseen.message);
          throw new CommandError(describeRejects(summary), EXIT_CODES.rejects);
        }
        if (unseen) throw unseen;
      }),
    );
}

function describe({ companies, signals, withdrawn, identifiers, seconds, phases }: ImportSummary): string {
  const number = (count: number) => Math.round(count).toLocaleString('en-US');
  const parts = [quantity(companies, 'company', 'companies'), quantity(signals, 'signal')];
  if (identifiers > 0) parts.push(quantity(identifiers, 'label'));
  const rates: string[] = [];
  if (phases.companies > 0) rates.push(`${number(companies / phases.companies)} companies/s`);
  if (phases.signals > 0) rates.push(`${number(signals / phases.signals)} signals/s`);
  rates.push(`statistics ${phases.finish.toFixed(1)} s`);
  if (phases.wait >= 0.1) rates.push(`searches ${phases.wait.toFixed(1)} s`);
  const skipped =
    withdrawn > 0
      ? `; ${quantity(withdrawn, 'withdrawn signal stays', 'withdrawn signals stay')} withdrawn`
      : '';
  return `Imported ${parts.join(', ')} in ${seconds.toFixed(1)} s (${rates.join(', ')})${skipped}.`;
}

/** The first SIGINT or SIGTERM asks for a clean stop; the second ends the process immediately. */
function abortOnSignals(): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(EXIT_CODES.interrupted);
    controller.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    end: () => {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    },
  };
}
