import { generateApiKey } from '@heliograph/runtime';
import { loggedQuery } from './logged-query';

it.each([
  ['q=series%20a&limit=2', 'q=series+a&limit=2'],
  ['', undefined],
  ['api_key=something&q=a', 'q=a'],
  ['api_key=something', undefined],
  [`q=${'a'.repeat(8_192)}`, undefined],
  [`q=${'ä'.repeat(3_000)}`, undefined],
])('keeps the known parameters of %p', (raw, kept) => {
  expect(loggedQuery(raw)).toBe(kept);
});

it('never keeps a key that was passed as a parameter', () => {
  const { secret } = generateApiKey();
  expect(loggedQuery(`q=${secret}&limit=1`)).toBe('limit=1');
  expect(loggedQuery(`q=${encodeURIComponent(`Bearer ${secret}`)}`)).toBeUndefined();
});
