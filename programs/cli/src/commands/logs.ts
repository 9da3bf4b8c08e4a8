import { STATUS_CLASSES, quantity } from '@heliograph/contract';
import { InvalidArgumentError, type Command } from 'commander';
import { number } from '../account/funds';
import type { Context } from '../context';
import { followLogs } from '../logs/follow-logs';
import { logView } from '../logs/log-view';
import { readLogs, type LogQuery } from '../logs/read-logs';
import { createRecordPrinter, printList } from '../output/record-printer';
import { wholeNumberBetween } from '../search/parse-values';
import { describedCommand, type RunAction } from './command';

const DEFAULT_LIMIT = 50;
const MAXIMUM_LIMIT = 10_000;
/** Page limit for filters with few matches. */
const MAXIMUM_PAGES = 100;
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

interface LogFlags {
  key?: string;
  status?: string;
  operation?: string;
  requestId?: string;
  since?: string;
  limit: number;
  cursor?: string;
  follow?: boolean;
}

export function logsCommand(run: RunAction): Command {
  return describedCommand('logs', 'list the requests of all keys and devices, newest first; free', [
    'logs --status 4xx --since 2h',
    'logs --key production --operation searchSignals --limit 500 --csv',
    'logs --follow',
    `logs --request-id 0d9c2a63-0b70-4a61-9c39-4f6e9d0b6a11 --json`,
  ])
    .option('--key <name>', 'of this key or device, by name or id')
    .option('--status <status>', `${STATUS_CLASSES.join(', ')}, or an error code`)
    .option('--operation <name>', 'such as searchSignals')
    .option('--request-id <id>', 'as in X-Request-Id')
    .option('--since <time>', 'such as 30m, 2h, 7d, or 2026-11-20T08:00:00Z', sinceOf)
    .option(
      '--limit <number>',
      `how many, 1 to ${number(MAXIMUM_LIMIT)}`,
      wholeNumberBetween(1, MAXIMUM_LIMIT),
      DEFAULT_LIMIT,
    )
    .option('--cursor <cursor>', 'nextCursor of the previous page')
    .option('--follow', 'then show new requests until Ctrl-C, oldest first')
    .action((flags: LogFlags, command: Command) =>
      run(command, (context) => (flags.follow ? follow(context, flags) : list(context, flags))),
    );
}

async function list(context: Context, flags: LogFlags): Promise<void> {
  const { terminal, settings } = context;
  const printer = createRecordPrinter(terminal, logView, { fields: settings.fields });
  const { items, nextCursor, retentionDays } = await readLogs(context, queryOf(flags), {
    limit: flags.limit,
    maximumPages: MAXIMUM_PAGES,
  });
  await printList(terminal, printer, items, { nextCursor, retentionDays });
  terminal.hint(summary(items.length, nextCursor, retentionDays));
}

function summary(count: number, nextCursor: string | null, retentionDays: number): string {
  const days = `the last ${quantity(retentionDays, 'day')}`;
  // Few or no matches: none on the pages this run may read.
  if (count === 0 && nextCursor !== null)
    return `No matches yet; to search older requests, add --cursor ${nextCursor}`;
  if (count === 0) return `No requests match in ${days}.`;
  const more = nextCursor === null ? '' : `; older ones: --limit, or --cursor ${nextCursor}`;
  return `\n${quantity(count, 'request')} from ${days}${more}`;
}

async function follow(context: Context, flags: LogFlags): Promise<void> {
  const { terminal, settings } = context;
  terminal.refuseFilter();
  // An endless list is no JSON document.
  const format = terminal.format === 'json' ? 'jsonl' : terminal.format;
  const printer = createRecordPrinter(terminal, logView, {
    fields: settings.fields,
    format,
    isEndless: true,
  });
  const query = queryOf(flags);
  const newest = await readLogs(context, query, { limit: flags.limit, maximumPages: MAXIMUM_PAGES });
  await printer.print(newest.items.toReversed());
  terminal.hint('Waiting for requests; press Ctrl-C to stop.');
  await followLogs(context, { ...query, cursor: undefined }, newest, newest.nextCursor !== null, (items) =>
    printer.print(items),
  );
}

function queryOf({ key, status, operation, requestId, since, cursor }: LogFlags): LogQuery {
  return { credential: key, status, operation, requestId, from: since, cursor };
}

/** Parses a time, or a duration before now. */
function sinceOf(text: string): string {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (unit !== undefined) return new Date(Date.now() - Number(count) * UNIT_MS[unit]!).toISOString();
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return text;
  throw new InvalidArgumentError(
    `"${text}" is not a time.\nWrite it as 30m, 2h, 7d, or 2026-11-20T08:00:00Z`,
  );
}
