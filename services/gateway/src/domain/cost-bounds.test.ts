import type { RequestIssue } from '@heliograph/signal-search';
import { readCostBounds } from './cost-bounds';

function read(headers: Record<string, string>) {
  const issues: RequestIssue[] = [];
  const bounds = readCostBounds(headers, issues);
  return { ...bounds, issues: issues.map(({ parameter }) => parameter) };
}

it('reads no bounds when none are given', () => {
  expect(read({})).toEqual({ maximumRecords: undefined, budget: undefined, issues: [] });
});

it.each([
  ['0', 0],
  ['1', 1],
  ['1000000', 1_000_000],
])('accepts X-Max-Records: %s', (text, maximumRecords) => {
  expect(read({ 'x-max-records': text })).toMatchObject({ maximumRecords, issues: [] });
});

it.each(['', '-1', '+1', '1.5', '1e3', '0x10', '01', '1,000', '5, 5', ' 5', '٣', '1000001', '9'.repeat(400)])(
  'refuses X-Max-Records and X-Budget-Records: %j',
  (text) => {
    expect(read({ 'x-max-records': text, 'x-budget-records': text, 'x-budget-id': 'run' })).toEqual({
      maximumRecords: undefined,
      budget: undefined,
      issues: ['X-Max-Records', 'X-Budget-Records'],
    });
  },
);

it.each(['a', 'A-z_09', 'x'.repeat(64)])('accepts the budget %s', (id) => {
  expect(read({ 'x-budget-id': id, 'x-budget-records': '1' })).toMatchObject({
    budget: { id, records: 1 },
    issues: [],
  });
});

it.each(['', 'a b', 'a, a', 'a.b', 'é', 'x'.repeat(65)])('refuses the budget %j', (id) => {
  expect(read({ 'x-budget-id': id, 'x-budget-records': '1' })).toMatchObject({
    budget: undefined,
    issues: ['X-Budget-Id'],
  });
});

it('requires an id and records, and at least one record', () => {
  expect(read({ 'x-budget-id': 'run' }).issues).toEqual(['X-Budget-Records']);
  expect(read({ 'x-budget-records': '5' }).issues).toEqual(['X-Budget-Id']);
  expect(read({ 'x-budget-id': 'run', 'x-budget-records': '0' }).issues).toEqual(['X-Budget-Records']);
  expect(read({ 'x-budget-id': '!', 'x-budget-records': '0' }).issues).toEqual([
    'X-Budget-Id',
    'X-Budget-Records',
  ]);
});
