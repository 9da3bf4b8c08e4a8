import { timeOfUuid } from '@heliograph/runtime';
import { DAY_MS } from './calendar';
import { firstIdOf } from './identifiers';
import { canBeKept, type LoggedRequest } from './logged-request';

const ID = '0190b3e5-8c00-7abc-8def-0123456789ab';
const NOW = timeOfUuid(ID);
const HALF_DAY_MS = DAY_MS / 2;
const LARGEST = 2_147_483_647;
const DIGEST = '0123456789abcdef'.repeat(4);

const entry: LoggedRequest = {
  id: ID,
  accountId: 'account',
  requestId: 'request_1-A',
  credentialId: 'key',
  channel: 'api',
  isTest: false,
  method: 'GET',
  route: '/v1/companies/{domain}/signals_1.json-A',
  operation: 'searchSignals',
  status: 200,
  errorCode: '',
  records: 3,
  receipt: `12.${DIGEST}`,
  isReplayed: false,
  durationMicros: 1_200,
  requests: 1,
};

it.each<Partial<LoggedRequest>>([
  {},
  { channel: 'cli' },
  { requestId: 'x'.repeat(8) },
  { requestId: 'x'.repeat(64) },
  { method: 'M-SEARCH' },
  { method: 'X'.repeat(20) },
  { route: '' },
  { route: '/'.repeat(200) },
  { status: 100 },
  { status: 599 },
  { errorCode: 'rate_limited' },
  { errorCode: 'x'.repeat(64) },
  { records: 0 },
  { records: LARGEST },
  { receipt: '' },
  { receipt: `${'9'.repeat(19)}.${DIGEST}` },
  { requests: LARGEST },
  { query: '' },
  { query: 'q'.repeat(8_192) },
])('keeps an entry with %j', (values) => {
  expect(canBeKept({ ...entry, ...values }, NOW)).toBe(true);
});

it.each<Partial<LoggedRequest>>([
  { id: ID.replace('7abc', '4abc') },
  { accountId: 'a b' },
  { credentialId: '' },
  { channel: 'web' },
  { requestId: 'x'.repeat(7) },
  { requestId: 'x'.repeat(65) },
  { requestId: 'x'.repeat(8) + '?' },
  { requestId: `?${'x'.repeat(8)}` },
  { method: '' },
  { method: 'get' },
  { method: 'gET' },
  { method: 'GEt' },
  { method: 'X'.repeat(21) },
  { route: '/'.repeat(201) },
  { route: '/search?q=robots' },
  { route: '?/search' },
  { operation: 'Search' },
  { status: 99 },
  { status: 600 },
  { errorCode: 'X' },
  { errorCode: 'Xx' },
  { errorCode: 'xX' },
  { errorCode: 'x'.repeat(65) },
  { records: LARGEST + 1 },
  { receipt: DIGEST },
  { receipt: `.${DIGEST}` },
  { receipt: `1.${DIGEST}0` },
  { receipt: `1.${DIGEST.slice(1)}` },
  { receipt: `1.${DIGEST.slice(1)}G` },
  { receipt: `x1.${DIGEST}` },
  { receipt: `${'9'.repeat(20)}.${DIGEST}` },
  { requests: 0 },
  { requests: LARGEST + 1 },
  { query: 'q'.repeat(8_193) },
])('does not keep an entry with %j', (values) => {
  expect(canBeKept({ ...entry, ...values }, NOW)).toBe(false);
});

it.each([
  [HALF_DAY_MS, true],
  [HALF_DAY_MS + 1, false],
  [-HALF_DAY_MS, true],
  [-HALF_DAY_MS - 1, false],
])('an entry of %d ms ago is kept: %p', (age, isKept) => {
  expect(canBeKept(entry, NOW + age)).toBe(isKept);
});

it('the first id of a moment is at most any id of that moment, and greater than all earlier ones', () => {
  expect(firstIdOf(NOW)).toBe('0190b3e5-8c00-0000-0000-000000000000');
  expect(firstIdOf(NOW) < ID).toBe(true);
  expect(firstIdOf(NOW + 1) > ID).toBe(true);
  expect(firstIdOf(1)).toBe('00000000-0001-0000-0000-000000000000');
});
