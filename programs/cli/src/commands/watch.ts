import { schemas } from '@heliograph/contract';
import type { Change, ChangesParameters } from '@heliograph/sdk';
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { replacePrivateFile } from '../config/write-file';
import type { Context } from '../context';
import { UsageError } from '../failure';
import { TASK_MAX_WAIT_SECONDS } from '../http/connection';
import { createRecordPrinter } from '../output/record-printer';
import type { RecordView } from '../output/record-view';
import { readSearch, type FlagValues } from '../search/read-search';
import { describedCommand, type RunAction } from './command';
import { addFeedFilters } from './search-command';

interface WatchFlags {
  since?: string;
  cursorFile?: string;
}

const view: RecordView<Change> = {
  fields: ['change', 'at', 'signal'],
  schema: schemas.Change,
  columns: [
    { heading: 'AT', path: ['at'], dropOrder: 1, paint: (colors, text) => colors.dim(text) },
    { heading: 'CHANGE', path: ['change'], paint: (colors, text) => colors.cyan(text) },
    { heading: 'TITLE', path: ['signal', 'title'], shrinksTo: 24, isMain: true },
    { heading: 'COMPANY', path: ['signal', 'company', 'name'], shrinksTo: 12, dropOrder: 2 },
    { heading: 'ID', path: ['signal', 'id'], paint: (colors, text) => colors.dim(text) },
  ],
  csv: [['at'], ['change'], ['signal', 'id'], ['signal', 'title'], ['signal', 'company', 'slug']],
};

export function watchCommand(run: RunAction): Command {
  const command = describedCommand('watch', 'follow published, updated, and withdrawn signals until Ctrl-C', [
    'watch robots "series a"',
    'watch --category funding --since "$(date -u +%F)"    # since midnight UTC',
    'watch --category funding --cursor-file funding.cursor --json >> funding.jsonl   # resumes where it ' +
      'stopped',
  ]);
  return addFeedFilters(command)
    .option('--since <time>', 'start at this time, such as 2026-11-20T08:00:00Z')
    .option('--cursor-file <file>', 'store the position in this file and continue from there')
    .action((words: string[], options: FlagValues & WatchFlags, self: Command) =>
      run(self, (context) => watch(context, readSearch(words, options) as ChangesParameters, options)),
    );
}

async function watch(
  context: Context,
  filters: ChangesParameters,
  { since, cursorFile }: WatchFlags,
): Promise<void> {
  const { connection, terminal, settings } = context;
  terminal.refuseFilter();
  const cursor = cursorFile === undefined ? undefined : readCursor(cursorFile);
  // An endless list is no JSON document.
  const format = terminal.format === 'json' ? 'jsonl' : terminal.format;
  const printer = createRecordPrinter(terminal, view, {
    fields: settings.fields,
    format,
    isContinued: cursor !== undefined,
  });
  const place = cursor === undefined ? { since } : { cursor };
  terminal.hint('Waiting for changes; press Ctrl-C to stop.');
  await connection.run(
    async (client, options) => {
      const onRetry = () => terminal.note('The feed was interrupted: retrying …');
      for await (const page of client.signals.changePages(
        { ...filters, ...place },
        { ...options, onRetry },
      )) {
        await printer.print(page.items);
        // If the process dies before this line, the next run prints the page again, free of charge.
        if (cursorFile !== undefined) keepCursor(cursorFile, page.nextCursor);
      }
    },
    { maxWaitSeconds: TASK_MAX_WAIT_SECONDS, cursorFile, isPaid: true },
  );
}

function readCursor(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(`${file} cannot be read.`, 'Name another file with --cursor-file.');
  }
}

/** Written atomically, so the file is never partial. */
function keepCursor(file: string, cursor: string): void {
  try {
    replacePrivateFile(file, `${cursor}\n`);
  } catch {
    throw new UsageError(`${file} cannot be written.`, 'Name another file with --cursor-file.');
  }
}
