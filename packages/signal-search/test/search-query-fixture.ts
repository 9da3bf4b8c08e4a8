import { SEARCH_PARAMETER_NAMES } from '@heliograph/contract';
import { search } from '@heliograph/proto';
import { digestOfFilters } from '../src/domain/filters-digest';
import { readQuery } from '../src/domain/query-string';
import { cursorsOf } from '../src/domain/read-cursor';
import { readSearchQuery } from '../src/domain/search-query';
import type { SemanticCursor } from '../src/domain/semantic-cursor';

const secrets = { current: 'a-secret-of-more-than-thirty-two-characters' };
const HOLDER = { channel: 'api', accountId: '0198c0de-0000-7000-8000-000000000001' } as const;
export const cursors = cursorsOf(secrets, HOLDER);
/** Codecs of other holders with the same secret. */
export const foreignCursors = [
  cursorsOf(secrets, { ...HOLDER, channel: 'cli' }),
  cursorsOf(secrets, { ...HOLDER, channel: 'web' }),
  cursorsOf(secrets, { ...HOLDER, accountId: '0198c0de-0000-7000-8000-000000000002' }),
];
export const nowMs = Date.parse('2026-11-20T10:00:00.000Z');
export const position = { activityDate: '2026-11-18', id: '9999999999999999999' };

/** Reads a search's parameters as of {@link nowMs}. */
export function read(parameters: Record<string, string> | string) {
  const raw = typeof parameters === 'string' ? parameters : new URLSearchParams(parameters).toString();
  const query = readQuery(raw, SEARCH_PARAMETER_NAMES);
  const result = readSearchQuery(query, { cursors, earliestActivityDate: '2026-08-30', nowMs });
  return { ...result, issues: query.issues };
}

/** A search's issues, one per line. */
export const issuesOf = (parameters: Record<string, string> | string) =>
  read(parameters).issues.map(({ code, parameter, message }) => `${code} ${parameter}: ${message}`);

/** A keyword search cursor at {@link position}. */
export const cursorFor = (filters: Partial<search.Filters>, by = cursors) =>
  by.keyword.encode({ position, digest: digestOfFilters(search.Filters.fromPartial(filters)) });

/** Where a semantic search for `robots` with `q=a` and `limit=5` continues. */
export const semanticCursor = (changes: Partial<SemanticCursor> = {}): SemanticCursor => ({
  queryDigest: cursors.semantic.digestOfQuery('robots'),
  filtersDigest: digestOfFilters(search.Filters.fromPartial({ q: 'a' })),
  limit: 5,
  after: { similarityMillionths: -12, id: '9999999999999999999' },
  cutoff: { asOfMs: nowMs - 1_000, ordinalBelow: 7 },
  collection: 'signals-test-1',
  issuedAtMs: nowMs - 1,
  ...changes,
});
