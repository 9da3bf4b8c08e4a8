import type { Receipt } from '@heliograph/sdk';
import { schemas, quantity } from '@heliograph/contract';
import type { Command } from 'commander';
import type { Context } from '../context';
import { TASK_MAX_WAIT_SECONDS } from '../http/connection';
import { createRecordPrinter } from '../output/record-printer';
import type { RecordView } from '../output/record-view';
import { describedCommand, type RunAction } from './command';
import { parseMonth } from './month';

const fields = Object.keys(schemas.Receipt.properties) as (keyof Receipt)[];

const view: RecordView<Receipt> = {
  fields,
  columns: [
    { heading: 'NUMBER', path: ['sequence'], isNumber: true },
    { heading: 'AT (UTC)', path: ['at'], paint: (colors, text) => colors.dim(text) },
    { heading: 'OPERATION', path: ['operation'] },
    { heading: 'RECORDS', path: ['records'], isNumber: true },
    { heading: 'MICROS', path: ['amountMicros'], isNumber: true, dropOrder: 2 },
    { heading: 'REQUEST', path: ['requestId'], dropOrder: 1 },
  ],
  csv: fields.map((field) => [field]),
};

export function receiptsCommand(run: RunAction): Command {
  return describedCommand('receipts', 'list the receipts of a month (UTC); free', [
    'receipts',
    'receipts --month 2026-10 --jsonl > receipts.ndjson    # for signals verify',
  ])
    .option('--month <month>', 'YYYY-MM; default: the current month', parseMonth)
    .action(({ month }: { month?: string }, command: Command) =>
      run(command, (context) => list(context, month)),
    );
}

async function list({ connection, terminal, settings }: Context, month: string | undefined): Promise<void> {
  const printer = createRecordPrinter(terminal, view, { fields: settings.fields });
  let count = 0;
  let cursor: string | undefined;
  do {
    const page = await connection.run((client, options) => client.receipts.list({ month, cursor }, options), {
      maxWaitSeconds: TASK_MAX_WAIT_SECONDS,
    });
    await printer.print(page.items);
    count += page.items.length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  await printer.finish({});
  terminal.hint(`\n${quantity(count, 'receipt')}`);
}
