import { DELIVERY_PAGE, REPLAY_DAYS, SAVED_SEARCH_ID } from '@heliograph/contract';
import { readStart, TIMESTAMP_RULE } from '../domain/calendar';
import type { RequestIssue } from '../domain/issues';
import type { Query } from '../domain/query-string';
import { readPageSize } from '../domain/page-size';
import { refuseUnknown } from './read-saved-search';

const REPLAY_FIELDS: ReadonlySet<string> = new Set(['since']);
const DAY_MS = 86_400_000;

/**
 * Which deliveries to list. A cursor is a delivery id, so another account's cursor finds nothing: no signature is
 * needed.
 */
export function deliveryPageOf({ values, issues }: Query): { cursor: string; limit: number } {
  const cursor = values.get('cursor') ?? '';
  if (cursor !== '' && !SAVED_SEARCH_ID.test(cursor)) {
    const message = 'is not a cursor of this API, or was changed';
    issues.push({ code: 'cursor_invalid', parameter: 'cursor', message });
  }
  return { cursor, limit: readPageSize({ values, issues }, DELIVERY_PAGE) };
}

/** Parses when a replay starts, adding every issue of the body; undefined if there is one. */
export function readReplay(
  body: Readonly<Record<string, unknown>>,
  nowMs: number,
  issues: RequestIssue[],
): Date | undefined {
  refuseUnknown(body, REPLAY_FIELDS, '', issues);
  return sinceOf(body['since'], nowMs, issues);
}

function sinceOf(value: unknown, nowMs: number, issues: RequestIssue[]): Date | undefined {
  const at = typeof value === 'string' ? readStart(value) : undefined;
  const report = (message: string) =>
    void issues.push({ code: 'invalid_parameter', parameter: 'since', message });
  if (!at) report(TIMESTAMP_RULE);
  else if (at.getTime() > nowMs) report('must not be in the future');
  else if (at.getTime() < nowMs - REPLAY_DAYS * DAY_MS) report(`must be at most ${REPLAY_DAYS} days ago`);
  return at;
}
