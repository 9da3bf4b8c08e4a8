import { matchesEntityTag } from './entity-tag';

const TAG = '"LPJNul-wow4m6DsqxbninhsWHlw"';

it.each([
  [TAG, true],
  [`W/${TAG}`, true],
  [`"other", ${TAG}`, true],
  ['*', true],
  ['"other"', false],
  [TAG.slice(1, -1), false],
  ['', false],
  [undefined, false],
])('If-None-Match %s: %s', (header, matches) => expect(matchesEntityTag(header, TAG)).toBe(matches));
