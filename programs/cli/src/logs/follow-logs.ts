import type { LoggedRequest } from '@heliograph/contract';
import type { Context } from '../context';
import { CliError } from '../failure';
import { pause } from '../http/pause';
import { readLogs, type LogQuery, type ReadLogs } from './read-logs';

const POLL_MS = 3_000;
/** Requests reach the log late and out of order, so each poll overlaps the previous one by this much. */
const OVERLAP_MS = 30_000;
/** Maximum requests per poll. Default rate limits allow fewer in that time. */
const MAXIMUM_CONCURRENT = 2_000;
const MAXIMUM_PAGES = 20;
/** Keep polling after these; anything else is fatal. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  'unavailable',
  'network_error',
  'timeout',
  'rate_limited',
]);

/**
 * Shows each new request once, oldest first, until Ctrl-C.
 *
 * @param shown requests already shown, newest first.
 * @param isCut whether older ones were left out: they are not new.
 */
export async function followLogs(
  context: Pick<Context, 'loginConnection' | 'signal' | 'terminal'>,
  query: LogQuery,
  { items: shown, readAt }: Pick<ReadLogs, 'items' | 'readAt'>,
  isCut: boolean,
  show: (items: readonly LoggedRequest[]) => Promise<void>,
): Promise<never> {
  const oldestId = isCut ? (shown.at(-1)?.id ?? '') : '';
  let seen = new Map(shown.map(({ id, at }) => [id, at]));
  let lookedAt = readAt;
  for (;;) {
    await pause(POLL_MS, context.signal);
    const from = new Date(lookedAt.getTime() - OVERLAP_MS).toISOString();
    const found = await ignoringTransientErrors(context, () =>
      readLogs(context, { ...query, from }, { limit: MAXIMUM_CONCURRENT, maximumPages: MAXIMUM_PAGES }),
    );
    if (!found) continue;
    const fresh = found.items.filter(({ id }) => id > oldestId && !seen.has(id));
    if (found.nextCursor !== null) context.terminal.note('There are more requests than can be shown.');
    await show(fresh.reverse());
    const kept = [...seen].filter(([, at]) => at >= from);
    seen = new Map([...kept, ...fresh.map(({ id, at }): [string, string] => [id, at])]);
    lookedAt = found.readAt;
  }
}

async function ignoringTransientErrors<Result>(
  { terminal }: Pick<Context, 'terminal'>,
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CliError) || !TRANSIENT_CODES.has(error.code)) throw error;
    terminal.note('The log could not be read: retrying …');
    return undefined;
  }
}
