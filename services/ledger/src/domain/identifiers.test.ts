import { isMonth } from '@heliograph/contract';
import { isContentType, isIdempotencyKey, isRequestId } from './identifiers';

it.each([
  [
    isIdempotencyKey,
    ['12345678', 'a_-B5678', 'x'.repeat(128)],
    ['1234567', 'x'.repeat(129), '1234 678', '1234567é', '12345678\n'],
  ],
  [isRequestId, ['a', 'req_1/2', 'x'.repeat(128)], ['', 'a b', 'ä', 'a\n', 'x'.repeat(129)]],
  [isContentType, ['application/json; charset=utf-8'], ['', 'a\nb', 'x'.repeat(256)]],
  [isMonth, ['2026-01', '2026-12', '0001-01'], ['2026-00', '2026-13', '2026-1', '0000-05', '2026-01-01', '']],
])('%p accepts valid values and nothing else', (accepts, good, bad) => {
  for (const text of good) expect([text, accepts(text)]).toEqual([text, true]);
  for (const text of bad) expect([text, accepts(text)]).toEqual([text, false]);
});
