import { quantity } from '@heliograph/contract';
import type { IdentifiedCompany } from '@heliograph/sdk';
import { createReadStream, statSync } from 'node:fs';
import { number } from '../account/funds';
import type { Context } from '../context';
import { CliError, UsageError } from '../failure';
import { TASK_MAX_WAIT_SECONDS } from '../http/connection';
import { startProgress } from '../output/progress';
import { createRecordPrinter } from '../output/record-printer';
import type { RecordView } from '../output/record-view';
import { csvRows } from './csv-rows';
import { inOrder } from './in-order';
import { readLookups, type IdentifyBy, type RowLookups } from './read-lookups';

interface IdentifyAllOptions {
  /** `-` for standard input. */
  file: string;
  by?: IdentifyBy;
  /** Rows to skip because they are done. */
  skip: number;
}

/** An output row: the input, and the company, if any. */
interface Row extends Partial<IdentifiedCompany> {
  input: string;
  /** How many companies were found; the row shows the first. */
  found: number;
  /** Why the row failed. */
  error?: string;
}

const AT_ONCE = 8;

const view: RecordView<Row> = {
  fields: ['input', 'slug', 'name', 'domain', 'country', 'city', 'matchedBy', 'found', 'error'],
  columns: [
    { heading: 'INPUT', path: ['input'], shrinksTo: 16 },
    { heading: 'SLUG', path: ['slug'], shrinksTo: 16, paint: (colors, text) => colors.cyan(text) },
    { heading: 'NAME', path: ['name'], shrinksTo: 12, dropOrder: 1 },
    { heading: 'MATCHED BY', path: ['matchedBy'], dropOrder: 2 },
  ],
  csv: [['input'], ['slug'], ['name'], ['matchedBy'], ['found'], ['error']],
};

/**
 * Identifies each row's company and prints the results in row order. If it ends early, the output so far is complete,
 * and the user is told how to continue.
 */
export async function identifyAll(context: Context, { file, by, skip }: IdentifyAllOptions): Promise<void> {
  const { terminal, settings } = context;
  const format = settings.format === 'auto' ? 'csv' : terminal.format;
  const printer = createRecordPrinter(terminal, view, {
    fields: settings.fields,
    format,
    isContinued: skip > 0,
  });
  // Counting reads the whole file, and a pipe can be read only once.
  const isCountable = terminal.progressStream && statSync(file, { throwIfNoEntry: false })?.isFile();
  const total = isCountable ? await countLookups(context, file, by) : 0;
  const progress = startProgress(terminal.progressStream, total);
  let done = 0;
  let found = 0;
  let isWhole = false;
  try {
    for await (const row of inOrder(behind(lookupsOf(context, file, by), skip), AT_ONCE, (each) =>
      answer(context, each),
    )) {
      await printer.print([row]);
      done += 1;
      if (row.slug !== undefined) found += 1;
      progress.update(skip + done);
    }
    isWhole = true;
  } finally {
    progress.stop();
    if (isWhole || done > 0) await printer.finish({});
    if (!isWhole && done > 0)
      terminal.note(`Stopped after ${quantity(done, 'line')}. To continue, add: --skip ${skip + done}`);
  }
  terminal.hint(`${number(found)} of ${number(done)} lines match a company.`);
}

async function answer({ connection }: Context, { input, lookups }: RowLookups): Promise<Row> {
  for (const each of lookups) {
    try {
      const { items } = await connection.run((client, options) => client.companies.identify(each, options), {
        maxWaitSeconds: TASK_MAX_WAIT_SECONDS,
      });
      if (items.length > 0) return { input, ...items[0], found: items.length };
    } catch (error) {
      // One invalid domain does not stop the rest.
      if (!(error instanceof CliError && error.code === 'invalid_parameter')) throw error;
      if (each === lookups.at(-1)) return { input, found: 0, error: error.message };
    }
  }
  return { input, found: 0 };
}

const lookupsOf = (context: Context, file: string, by: IdentifyBy | undefined) =>
  readLookups(csvRows(textOf(context, file)), by);

async function countLookups(context: Context, file: string, by: IdentifyBy | undefined): Promise<number> {
  let count = 0;
  for await (const _ of lookupsOf(context, file, by)) count += 1;
  return count;
}

async function* behind<Item>(
  items: AsyncIterable<Item>,
  skip: number,
): AsyncGenerator<Item, void, undefined> {
  let place = 0;
  for await (const item of items) if (place++ >= skip) yield item;
}

/** @throws UsageError when it cannot be read; InterruptedError on Ctrl-C. */
async function* textOf({ terminal, signal }: Context, file: string): AsyncGenerator<string, void, undefined> {
  const stream = file === '-' ? terminal.input(signal) : createReadStream(file, { signal });
  try {
    for await (const chunk of stream.setEncoding('utf8')) yield chunk as string;
  } catch (error) {
    signal.throwIfAborted();
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
