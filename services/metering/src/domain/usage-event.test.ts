import { issueOf, timeIssueOf, type UsageEvent } from './usage-event';

const ID = '0190b3e5-8c00-7abc-8def-0123456789ab';
const MADE_AT_MS = 0x0190b3e58c00;

const good = {
  eventId: ID,
  accountId: 'account-1',
  credentialId: 'key-1',
  channel: 'api',
  operation: 'searchSignals',
  mode: 'keyword',
  records: 6,
  allowanceRecords: 1,
  prepaidRecords: 2,
  subscriptionRecords: 3,
  prepaidMicros: 10_000n,
  time: new Date(MADE_AT_MS),
};

it.each([
  {},
  { channel: 'cli' },
  { channel: 'web' },
  { mode: '' },
  { mode: 'semantic' },
  { mode: 'count' },
  { records: 1_000_000, allowanceRecords: 999_995 },
  { records: 0, allowanceRecords: 0, prepaidRecords: 0, subscriptionRecords: 0, prepaidMicros: 0n },
  { prepaidMicros: 1_000_000_000_000n },
  { time: new Date('2020-01-01T00:00:00Z') },
])('counts an event with %p', (change) => {
  expect(issueOf({ ...good, ...change }, ID)).toBeUndefined();
});

it.each([
  [{ eventId: '0190b3e5-8c00-4abc-8def-0123456789ab' }, 'event_id is not a version 7 UUID'],
  [{ eventId: ID.replace('0190', '0191') }, 'event_id is not the id in the header ce_id'],
  [{ accountId: '' }, 'account_id is not valid'],
  [{ credentialId: 'a b' }, 'credential_id is not valid'],
  [{ channel: 'fax' }, 'channel is not one of api, cli, web'],
  [{ operation: 'Search' }, 'operation is not valid'],
  [{ mode: 'psychic' }, 'mode is not one of keyword, semantic, count'],
  [{ records: 1_000_001, allowanceRecords: 999_996 }, 'records is more than 1000000'],
  [{ records: 5 }, 'allowance_records, prepaid_records and subscription_records do not sum to records'],
  [{ records: 7 }, 'allowance_records, prepaid_records and subscription_records do not sum to records'],
  [{ prepaidMicros: -1n }, 'prepaid_micros is negative'],
  [{ prepaidMicros: 1_000_000_000_001n }, 'prepaid_micros is more than 1000000000000'],
  [{ time: undefined }, 'time is missing'],
  [{ time: new Date(NaN) }, 'time is missing'],
  [{ time: new Date('2019-12-31T23:59:59.999Z') }, 'time is before 2020'],
])('refuses an event with %p', (change, issue) => {
  expect(issueOf({ ...good, ...change }, ID)).toBe(issue);
});

describe('times', () => {
  const event: UsageEvent = { ...good, isVoid: false, prepaidMicros: 0, timeMs: MADE_AT_MS };
  const window = { fromMs: MADE_AT_MS, untilMs: MADE_AT_MS + 1 };

  it.each([
    ['in the window', {}, window, undefined],
    ['a millisecond too old', {}, { ...window, fromMs: MADE_AT_MS + 1 }, /older than the ids that are kept/],
    ['a millisecond too new', {}, { fromMs: 0, untilMs: MADE_AT_MS }, /^event_id is too far in the future/],
    ['charged at the end', { timeMs: MADE_AT_MS + 1 }, window, /^time is too far in the future/],
  ])('%s', (_, change, of, issue) => {
    const found = timeIssueOf({ ...event, ...change }, of);
    if (issue) expect(found).toMatch(issue);
    else expect(found).toBeUndefined();
  });
});
