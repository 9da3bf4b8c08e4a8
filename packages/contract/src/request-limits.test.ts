import { accountLimitText, rateLimitText } from './request-limits';

it.each([
  [
    'searches',
    1,
    undefined,
    'This account may make 1 search per minute; it has reached that limit for this minute.',
  ],
  [
    'searches',
    300,
    undefined,
    'This account may make 300 searches per minute; it has reached that limit for this minute.',
  ],
  [
    'requests',
    12_000,
    ' in the dashboard',
    'This account may make 12,000 requests per minute in the dashboard; it has reached that limit for this minute.',
  ],
] as const)('%s of an account: %d%s', (limit, maximum, place, text) =>
  expect(accountLimitText(limit, maximum, place)).toBe(text),
);

it('names what an address may do', () =>
  expect(rateLimitText('address', '120 sign-in requests')).toBe(
    'This address may make 120 sign-in requests per minute; it has reached that limit for this minute.',
  ));
