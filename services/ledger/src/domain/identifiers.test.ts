import { isMonth } from '@heliograph/contract';
import {
  isContentType,
  isIdempotencyKey,
  isIdentifier,
  isOperation,
  isRequestId,
  isUuid,
  isUuidVersion7,
} from './identifiers';

it.each([
  [
    isIdentifier,
    ['a', '0198f1c2-0000-7000-8000-000000000000', 'a.b_c:d-e', 'x'.repeat(64)],
    ['', ' a', 'a b', '-a', 'ä', 'x'.repeat(65), 'a\n'],
  ],
  [
    isIdempotencyKey,
    ['12345678', 'a_-B5678', 'x'.repeat(128)],
    ['1234567', 'x'.repeat(129), '1234 678', '1234567é', '12345678\n'],
  ],
  [
    isUuidVersion7,
    ['0198f1c2-0000-7000-8000-000000000000'],
    [
      '0198f1c2-0000-4000-8000-000000000000',
      '0198F1C2-0000-7000-8000-00000000000A',
      '0198f1c2-0000-7000-c000-000000000000',
      'x0198f1c2-0000-7000-8000-000000000000',
      '0198f1c2-0000-7000-8000-000000000000x',
      '',
    ],
  ],
  [
    isUuid,
    ['0198f1c2-0000-4000-0000-00000000000a', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    [
      '',
      'x0198f1c2-0000-4000-8000-000000000000',
      '0198f1c2-0000-4000-8000-000000000000x',
      '0198f1c-0000-4000-8000-000000000000',
      '0198f1c2-000-4000-8000-000000000000',
      '0198f1c2-0000-400-8000-000000000000',
      '0198f1c2-0000-4000-800-000000000000',
      '0198f1c2-0000-4000-8000-00000000000',
      '0198f1c2-0000-4000-8000-00000000000A',
    ],
  ],
  [isOperation, ['searchSignals', 'getCompany'], ['', 'SearchSignals', 'search signals', 'x'.repeat(65)]],
  [isRequestId, ['a', 'req_1/2', 'x'.repeat(128)], ['', 'a b', 'ä', 'a\n', 'x'.repeat(129)]],
  [isContentType, ['application/json; charset=utf-8'], ['', 'a\nb', 'x'.repeat(256)]],
  [isMonth, ['2026-01', '2026-12', '0001-01'], ['2026-00', '2026-13', '2026-1', '0000-05', '2026-01-01', '']],
])('%p accepts valid values and nothing else', (accepts, good, bad) => {
  for (const text of good) expect([text, accepts(text)]).toEqual([text, true]);
  for (const text of bad) expect([text, accepts(text)]).toEqual([text, false]);
});
