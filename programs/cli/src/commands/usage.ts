import { quantity } from '@heliograph/contract';
import type { Usage } from '@heliograph/sdk';
import type { Command } from 'commander';
import { fundFacts, number } from '../account/funds';
import type { Context } from '../context';
import { CliError } from '../failure';
import { printDocument, type Fact } from '../output/document-printer';
import { createRecordPrinter, printList } from '../output/record-printer';
import type { RecordView } from '../output/record-view';
import { bar } from '../output/table';
import { describedCommand, type RunAction } from './command';
import { parseMonth } from './month';

type Day = NonNullable<Usage['days']>[number];

const FIELDS = [
  'month',
  'requests',
  'records',
  'byOperation',
  'days',
  'allowances',
  'balance',
  'subscription',
] as const;
const BAR_COLUMNS = 24;

export function usageCommand(run: RunAction): Command {
  return describedCommand('usage', 'show a month’s usage (UTC) and what is left; free', [
    'usage',
    'usage --month 2026-10 --days',
    'usage --json --fields records,allowances.cli.remaining',
  ])
    .option('--month <month>', 'YYYY-MM; default: the current month', parseMonth)
    .option('--days', 'day by day')
    .action((options: { month?: string; days?: boolean }, command: Command) =>
      run(command, (context) =>
        options.days ? showDays(context, options.month) : showMonth(context, options.month),
      ),
    );
}

async function showMonth(context: Context, month: string | undefined): Promise<void> {
  const { terminal, settings, connection } = context;
  const usage = await readUsage(context, month);
  const paths = [
    ['month'],
    ['requests'],
    ['records'],
    ['allowances', 'cli', 'remaining'],
    ['allowances', 'api', 'remaining'],
    ['balance', 'amount'],
    ['subscription', 'cli', 'remaining'],
  ];
  const facts = factsOf(usage, connection.usesApiKey);
  await printDocument(terminal, { document: { ...usage }, facts, fields: FIELDS, paths }, settings.fields);
}

async function showDays(context: Context, month: string | undefined): Promise<void> {
  const { terminal, settings } = context;
  const { days } = await readUsage(context, month);
  if (!days)
    throw new CliError('Daily figures are not available right now.', {
      code: 'unavailable',
      remedy: 'Try again in a moment; the month total is available: signals usage',
    });
  const printer = createRecordPrinter(terminal, viewOf(days), { fields: settings.fields });
  await printList(terminal, printer, days);
  if (days.length === 0) terminal.hint('Nothing was used in that month.');
}

async function readUsage({ connection }: Context, month: string | undefined): Promise<Usage> {
  const { usage } = await connection.run((client, options) => client.usage({ month }, options));
  return usage;
}

function factsOf(usage: Usage, usesApiKey: boolean): Fact[] {
  return [
    ['Month', `${usage.month} (UTC)`],
    ['Requests', number(usage.requests)],
    ['Records', number(usage.records)],
    ...usage.byOperation.map(({ operation, requests, records }): Fact => [
      `  ${operation}`,
      `${quantity(records, 'record')} in ${quantity(requests, 'request')}`,
    ]),
    ...fundFacts(usage, usesApiKey),
  ];
}

function viewOf(days: readonly Day[]): RecordView<Day> {
  const highest = Math.max(1, ...days.map(({ records }) => records));
  return {
    fields: ['date', 'requests', 'records', 'byOperation'],
    columns: [
      { heading: 'DAY (UTC)', path: ['date'] },
      { heading: 'REQUESTS', path: ['requests'], isNumber: true, show: ({ requests }) => number(requests) },
      { heading: 'RECORDS', path: ['records'], isNumber: true, show: ({ records }) => number(records) },
      ...(days.length === 0
        ? []
        : [
            {
              heading: '',
              path: ['records'],
              dropOrder: 1,
              show: ({ records }: Day) => bar(records / highest, BAR_COLUMNS),
            },
          ]),
    ],
    csv: [['date'], ['requests'], ['records']],
  };
}
