import { CHANGES_PARAMETER_NAMES } from '@heliograph/contract';
import { search } from '@heliograph/proto';
import { nowMs } from '../../test/search-query-fixture';
import { ChangesCursorCodec } from './changes-cursor';
import { readChangesQuery } from './changes-query';
import { digestOfFilters } from './filters-digest';
import { readQuery } from './query-string';

const DAY_MS = 86_400_000;
const codecOf = (accountId: string) =>
  new ChangesCursorCodec(
    { current: 'a-secret-of-more-than-thirty-two-characters' },
    { channel: 'api', accountId },
  );
const cursors = codecOf('a');
const position = { version: 41n, id: '7' };

function read(parameters: Record<string, string>) {
  const query = readQuery(new URLSearchParams(parameters).toString(), CHANGES_PARAMETER_NAMES);
  const result = readChangesQuery(query, { cursors, earliestActivityDate: '2026-08-30', nowMs });
  return { ...result, issues: query.issues };
}

const issuesOf = (parameters: Record<string, string>) =>
  read(parameters).issues.map(({ code, parameter, message }) => `${code} ${parameter}: ${message}`);

const cursorFor = (filters: Partial<search.Filters> = {}, issuedAtMs = nowMs - 1, by = cursors) =>
  by.encode({ position, digest: digestOfFilters(search.Filters.fromPartial(filters)), issuedAtMs });

it('starts now, with 50 changes and no waiting, by default', () => {
  expect(read({})).toMatchObject({
    limit: 50,
    waitMs: 0,
    fields: [],
    since: undefined,
    after: undefined,
    identifiers: undefined,
    issues: [],
  });
});

it('reads its own parameters and the filters of a search', () => {
  const query = read({ limit: '100', wait: '30', fields: 'title,category', q: 'robots', category: 'b,a' });
  expect(query).toMatchObject({ limit: 100, waitMs: 30_000, fields: ['category', 'title'], issues: [] });
  expect(query.filters).toMatchObject({ q: 'robots', categories: ['a', 'b'] });
  expect(query.identifiers?.category).toEqual(['a', 'b']);
  expect(query.cursors).toBe(cursors);
});

it.each<[Record<string, string>, string]>([
  [{ limit: '0' }, 'invalid_parameter limit: must be a whole number from 1 to 100'],
  [{ limit: '101' }, 'invalid_parameter limit: must be a whole number from 1 to 100'],
  [{ wait: '31' }, 'invalid_parameter wait: must be a whole number from 0 to 30'],
  [
    { since: '2026-11-20T08:00:00' },
    'invalid_parameter since: must be a date, or a time with its zone, such as 2026-11-20T08:00:00Z',
  ],
  [{ since: new Date(nowMs + 1).toISOString() }, 'invalid_parameter since: must not be in the future'],
  [
    { since: new Date(nowMs - 30 * DAY_MS - 1).toISOString() },
    'invalid_parameter since: must not be more than 30 days ago',
  ],
  [{ cursor: 'none' }, 'cursor_invalid cursor: is not a valid cursor of changes for this account'],
  [
    { cursor: cursorFor({}, nowMs - 1, codecOf('b')) },
    'cursor_invalid cursor: is not a valid cursor of changes for this account',
  ],
  [
    { cursor: cursorFor({}, nowMs - 30 * DAY_MS) },
    'cursor_expired cursor: has expired: cursors of changes are valid for 30 days; start again with "since"',
  ],
  [
    { cursor: cursorFor({ q: 'robots' }) },
    'cursor_mismatch cursor: belongs to a feed with other filters; use exactly the same filters',
  ],
  [{ q: 'robots', page: '2' }, 'unknown_parameter page: is not a parameter of this operation'],
])('%j: %s', (parameters, issue) => {
  expect(issuesOf(parameters)).toEqual([issue]);
});

it.each([nowMs, nowMs - 30 * DAY_MS])('starts at %d', (since) => {
  expect(read({ since: new Date(since).toISOString() })).toMatchObject({
    since: new Date(since),
    issues: [],
  });
});

it('starts at midnight UTC of a date', () => {
  const date = new Date(nowMs - DAY_MS).toISOString().slice(0, 10);
  expect(read({ since: date })).toMatchObject({ since: new Date(`${date}T00:00:00Z`), issues: [] });
});

it('continues after a cursor until it expires, whatever the limit, wait, and fields', () => {
  const cursor = cursorFor({ q: 'robots' }, nowMs - 30 * DAY_MS + 1);
  expect(read({ cursor, q: 'robots', limit: '1', wait: '5', fields: 'id' })).toMatchObject({
    after: position,
    issues: [],
  });
});

it('refuses since together with a cursor', () => {
  const parameters = { cursor: cursorFor(), since: '2026-11-20T08:00:00Z' };
  expect(issuesOf(parameters)).toEqual(['invalid_parameter since: cannot be combined with cursor']);
});

it('does not compare the cursor with filters that could not be read', () => {
  const issues = issuesOf({ cursor: cursorFor({ q: 'robots' }), dateFrom: 'today' });
  expect(issues).toEqual([expect.stringMatching(/^invalid_parameter dateFrom: /)]);
});
