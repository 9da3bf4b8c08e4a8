import { CHANGES_DAYS, CHANGES_PARAMETERS, type HelperParameterRow } from '@heliograph/contract';
import type { search } from '@heliograph/proto';
import { readStart } from './calendar';
import { expiryOfChanges, type ChangesCursorCodec } from './changes-cursor';
import type { IssueKind } from './issues';
import type { NamedIdentifiers } from './identifiers';
import { ParameterReader, readPlain } from './parameter-reader';
import type { Query } from './query-string';
import { hasFilters } from './read-cursor';
import { identifiersOf, readFilters } from './search-query';

/** A parsed query of `GET /changes`. Valid only without issues. */
export interface ChangesQuery {
  filters: search.Filters;
  limit: number;
  /** Milliseconds to wait for changes. */
  waitMs: number;
  fields: string[];
  /** Where to continue; if absent, `since` applies; with neither, it starts now. */
  after: search.ChangePosition | undefined;
  since: Date | undefined;
  /** Creates the next cursor. */
  cursors: ChangesCursorCodec;
  /** Identifiers that must be filter options; undefined if there are none. */
  identifiers: NamedIdentifiers | undefined;
}

interface ChangesQueryContext {
  /** The calling account's cursors. */
  cursors: ChangesCursorCodec;
  /** `YYYY-MM-DD` */
  earliestActivityDate: string;
  /** Epoch milliseconds. */
  nowMs: number;
}

const DAY_MS = 24 * 3_600_000;

/** Parses the parameters of `GET /changes`, adding every issue to `query.issues`. */
export function readChangesQuery(query: Query, context: ChangesQueryContext): ChangesQuery {
  const filters = readFilters(new ParameterReader(query.values, query.issues), context.earliestActivityDate);
  const read = (name: keyof typeof CHANGES_PARAMETERS): unknown => {
    const value = query.values.get(name);
    const row: HelperParameterRow = CHANGES_PARAMETERS[name];
    return value === undefined ? undefined : readPlain(value, row, (message) => issue(query, name, message));
  };
  const [since, cursor] = [read('since') as string | undefined, read('cursor') as string | undefined];
  if (query.values.has('since') && query.values.has('cursor')) {
    issue(query, 'since', 'cannot be combined with cursor');
  }
  return {
    filters,
    limit: (read('limit') as number | undefined) ?? CHANGES_PARAMETERS.limit.default,
    waitMs: ((read('wait') as number | undefined) ?? CHANGES_PARAMETERS.wait.default) * 1000,
    fields: (read('fields') as string[] | undefined) ?? [],
    since: since === undefined ? undefined : readSince(query, since, context.nowMs),
    after: cursor === undefined ? undefined : readCursor(query, cursor, filters, context),
    cursors: context.cursors,
    identifiers: identifiersOf(filters),
  };
}

function readSince(query: Query, text: string, nowMs: number): Date | undefined {
  const since = readStart(text);
  if (!since) {
    issue(query, 'since', 'must be a date, or a time with its zone, such as 2026-11-20T08:00:00Z');
  } else if (since.getTime() > nowMs) {
    issue(query, 'since', 'must not be in the future');
  } else if (since.getTime() < nowMs - CHANGES_DAYS * DAY_MS) {
    issue(query, 'since', `must not be more than ${CHANGES_DAYS} days ago`, { isLate: true });
  } else {
    return since;
  }
  return undefined;
}

/** Does not compare parameters that have an issue with the cursor's. */
function readCursor(
  query: Query,
  text: string,
  filters: search.Filters,
  { cursors, nowMs }: ChangesQueryContext,
): search.ChangePosition | undefined {
  const cursor = cursors.decode(text);
  const isInvalid = (parameter: string) => query.issues.some((each) => each.parameter === parameter);
  if (!cursor) {
    issue(query, 'cursor', 'is not a valid cursor of changes for this account', {
      code: 'cursor_invalid',
    });
  } else if (nowMs >= expiryOfChanges(cursor.issuedAtMs)) {
    const message = `has expired: cursors of changes are valid for ${CHANGES_DAYS} days; start again with "since"`;
    issue(query, 'cursor', message, { code: 'cursor_expired', isLate: true });
  } else if (!hasFilters(cursor.digest, { filters, isInvalid })) {
    const message = 'belongs to a feed with other filters; use exactly the same filters';
    issue(query, 'cursor', message, { code: 'cursor_mismatch' });
  }
  return cursor?.position;
}

function issue(
  { issues }: Query,
  parameter: keyof typeof CHANGES_PARAMETERS,
  message: string,
  kind: IssueKind = {},
): void {
  issues.push({ code: 'invalid_parameter', parameter, message, ...kind });
}
