import { entityTagOf, matchesEntityTag } from './entity-tag';

const tag = entityTagOf(Buffer.from('{"data":1}'));

it('depends on the bytes', () => {
  expect(tag).toMatch(/^"[A-Za-z0-9_-]{27}"$/);
  expect(entityTagOf(Buffer.from('{"data":1}'))).toBe(tag);
  expect(entityTagOf(Buffer.from('{"data":2}'))).not.toBe(tag);
});

it.each([
  [tag, true],
  [`W/${tag}`, true],
  [`"other", ${tag}`, true],
  ['*', true],
  ['"other"', false],
  [tag.slice(1, -1), false],
  ['', false],
  [undefined, false],
])('If-None-Match %s: %s', (header, matches) => expect(matchesEntityTag(header, tag)).toBe(matches));
