import type { PageParameters } from '@heliograph/sdk';
import { Option, type Command } from 'commander';
import { estimateExport, printEstimate } from '../export/estimate-export';
import { exportSignals } from '../export/export-signals';
import { EXPORT_FORMATS, type ExportFormat } from '../export/formats';
import { UsageError } from '../failure';
import { fieldsToAskFor, parseFields } from '../output/fields';
import { signalView } from '../output/signal-view';
import { wholeNumberBetween } from '../search/parse-values';
import { readSearch, type FlagValues } from '../search/read-search';
import { describedCommand, type RunAction } from './command';
import { addFilters } from './search-command';

interface ExportFlags {
  output?: string;
  format?: ExportFormat;
  maxRecords?: number;
  estimate?: boolean;
  force?: boolean;
  restart?: boolean;
}

const DETAILS = `
Shows the cost first, and asks before it uses many records; in scripts, use --max-records instead. Run the same command again to continue an
interrupted export (a semantic one within an hour): nothing is paid for twice. The file appears when it is complete, with its number of
signals and its SHA-256 on standard output (--json).`;

export function exportCommand(run: RunAction): Command {
  const command = describedCommand('export', 'write a whole search to a file: NDJSON, CSV, or Parquet', [
    'export --category funding --days 30 --output funding.parquet',
    'export robots --estimate        # show the cost; free',
    'export --category hiring --max-records 5000 --output hiring.ndjson --json',
    'export robots --fields id,title,company.name --output robots.csv',
  ]).addHelpText('after', DETAILS);
  return addFilters(command)
    .optionsGroup('Export:')
    .option('--output <file>', 'the file; its extension sets the format: .ndjson, .csv, or .parquet')
    .addOption(
      new Option('--format <format>', 'the format, overriding the extension').choices(
        Object.keys(EXPORT_FORMATS),
      ),
    )
    .option('--max-records <number>', 'use at most this many records', wholeNumberBetween(1, 1_000_000_000))
    .option('--estimate', 'only show the cost; free')
    .option('--force', 'overwrite an existing file')
    .option('--restart', 'discard an interrupted export and pay for a new one')
    .action((words: string[], flags: FlagValues & ExportFlags, self: Command) =>
      run(self, async (context) => {
        const { facets: _facets, ...read } = readSearch(words, flags);
        const view = signalView(read);
        if (flags.estimate === true) {
          const { maxRecords } = flags;
          return printEstimate(
            context,
            await estimateExport(context, read as PageParameters, { maxRecords }),
          );
        }
        if (flags.output === undefined) throw new UsageError('Name the file: --output signals.csv');
        const { fields } = context.settings;
        const parameters = {
          ...read,
          ...fieldsToAskFor(fields, view.fields, view.schema, undefined),
        } as PageParameters;
        const paths = fields === undefined ? view.csv : parseFields(fields, view.fields, view.schema);
        await exportSignals(
          context,
          parameters,
          { paths, areChosen: fields !== undefined },
          {
            file: flags.output,
            format: flags.format,
            maxRecords: flags.maxRecords,
            isForced: flags.force === true,
            restarts: flags.restart === true,
          },
        );
      }),
    );
}
