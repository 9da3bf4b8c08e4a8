import { REQUEST_LOG_PAGE, type LoggedRequest, type RequestLogPage } from '@heliograph/contract';
import type { Context } from '../context';
import { AuthenticationError } from '../failure';
import { TASK_MAX_WAIT_SECONDS } from '../http/connection';

/** Filters, as the API takes them. */
export interface LogQuery {
  credential?: string | undefined;
  status?: string | undefined;
  operation?: string | undefined;
  requestId?: string | undefined;
  from?: string | undefined;
  cursor?: string | undefined;
}

/** Requests, newest first. */
export interface ReadLogs {
  items: LoggedRequest[];
  nextCursor: string | null;
  retentionDays: number;
  /** When the first page was read, on the API's clock. */
  readAt: Date;
}

/**
 * Reads pages until it has `limit` requests or runs out of pages.
 *
 * @param maximumPages bounds the work for a filter with few matches.
 */
export async function readLogs(
  { loginConnection }: Pick<Context, 'loginConnection'>,
  query: LogQuery,
  { limit, maximumPages }: { limit: number; maximumPages: number },
): Promise<ReadLogs> {
  const items: LoggedRequest[] = [];
  let cursor = query.cursor;
  let first: Pick<ReadLogs, 'retentionDays' | 'readAt'> | undefined;
  for (let pages = 1; ; pages += 1) {
    const asked = { ...query, cursor, limit: Math.min(limit - items.length, REQUEST_LOG_PAGE.maximum) };
    const { body, headers } = await loginConnection
      .run(
        (client, options) => client.request<{ data: RequestLogPage }>('/logs', { ...options, query: asked }),
        { maxWaitSeconds: TASK_MAX_WAIT_SECONDS },
      )
      .catch(refuseWithoutLogin);
    const { nextCursor, retentionDays } = body.data;
    items.push(...body.data.items);
    first ??= { retentionDays, readAt: dateOf(headers) };
    if (nextCursor === null || items.length >= limit || pages === maximumPages) {
      return { items, nextCursor, ...first };
    }
    cursor = nextCursor;
  }
}

/** Replaces the remedy: with only a key, another key would not help. */
function refuseWithoutLogin(error: unknown): never {
  if (!(error instanceof AuthenticationError) || error.code !== 'not_logged_in') throw error;
  const remedy = 'Run: signals login';
  throw new AuthenticationError('The log needs a login: a key cannot see the requests of other keys.', {
    remedy,
  });
}

function dateOf(headers: Headers): Date {
  const date = new Date(headers.get('date') ?? '');
  return Number.isNaN(date.getTime()) ? new Date() : date;
}
