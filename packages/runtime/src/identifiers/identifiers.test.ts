import { isIdentifier, isOperationId, isText, isUuid, isUuidVersion7 } from './identifiers';

const UUID = '0190b3e5-8c00-7abc-8def-0123456789ab';

it.each([
  [
    isIdentifier,
    ['a', 'Z', '9', UUID, 'a.b_c:d-e', 'x'.repeat(64)],
    ['', '.a', '-a', ' a', 'a ', 'a b', 'a/b', 'ä', 'a\n', 'x'.repeat(65)],
  ],
  [
    isUuid,
    [UUID, '0198f1c2-0000-4000-0000-00000000000a', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    [
      '',
      `x${UUID}`,
      `${UUID}x`,
      '0198f1c-0000-4000-8000-000000000000',
      '0198f1c2-000-4000-8000-000000000000',
      '0198f1c2-0000-400-8000-000000000000',
      '0198f1c2-0000-4000-800-000000000000',
      '0198f1c2-0000-4000-8000-00000000000',
      '0198f1c2-0000-4000-8000-00000000000A',
    ],
  ],
  [
    isUuidVersion7,
    [UUID, ...['9', 'a', 'b'].map((variant) => UUID.replace('8def', `${variant}def`))],
    [
      '',
      ` ${UUID}`,
      `${UUID} `,
      UUID.toUpperCase(),
      UUID.replace('7abc', '4abc'),
      UUID.replace('8def', 'cdef'),
      UUID.replace('8def', '8de'),
      UUID.replace('7abc', '7ab'),
      UUID.slice(1),
      UUID.slice(0, -1),
      UUID.replaceAll('-', ''),
      UUID.replace('0190b3e5', '0190b3eg'),
    ],
  ],
  [
    isOperationId,
    ['a', 'searchSignals', 'getCompany2', 'x'.repeat(64)],
    ['', 'A', 'SearchSignals', '2a', 'a-b', ' a', 'a ', 'search signals', 'x'.repeat(65)],
  ],
])('%p accepts valid values and nothing else', (accepts, good, bad) => {
  for (const text of good) expect([text, accepts(text)]).toEqual([text, true]);
  for (const text of bad) expect([text, accepts(text)]).toEqual([text, false]);
});

it.each([
  ['', true],
  ['日本語 ü', true],
  ['12345678', true],
  ['123456789', false],
  ['a\u0000', false],
  ['a\u009f', false],
  ['\ud800', false],
])('%p is a text of at most 8 characters: %p', (text, expected) => {
  expect(isText(text, 8)).toBe(expected);
});
