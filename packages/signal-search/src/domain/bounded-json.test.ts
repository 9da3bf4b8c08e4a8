import fc from 'fast-check';
import { parseBoundedJson } from './bounded-json';

const bounds = { maximumLength: 1_000, maximumDepth: 4 };
const issueOf = (text: string) => {
  const result = parseBoundedJson(text, bounds);
  return 'issue' in result ? result.issue : undefined;
};

it('parses everything JSON.parse parses', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const text = JSON.stringify(value);
      expect(parseBoundedJson(text, { maximumLength: 1e6, maximumDepth: 4 })).toEqual({
        value: JSON.parse(text),
      });
    }),
  );
});

it('refuses excessive nesting before parsing', () => {
  expect(issueOf('[[[[1]]]]')).toBeUndefined();
  expect(issueOf('[[[[[1]]]]]')).toContain('nested deeper than 4');
  expect(issueOf('['.repeat(900))).toContain('nested deeper than 4');
  expect(issueOf('{"a":{"b":{"c":{"d":{}}}}}')).toContain('nested deeper than 4');
});

it('ignores brackets inside strings', () => {
  expect(issueOf('["[[[[[[{{{{ \\" [[[[ "]')).toBeUndefined();
});

it('refuses more members than allowed before parsing', () => {
  const of = (text: string) => parseBoundedJson(text, { ...bounds, maximumMembers: 3 });
  expect(of('{"a":1,"b":",,,[[[","c":2}')).toHaveProperty('value');
  expect(of('[1,2,[3]]')).toEqual({ issue: 'must not have more than 3 members' });
  expect(of('[[],[],[],[')).toEqual({ issue: 'must not have more than 3 members' });
});

it('refuses excessive length before parsing', () => {
  expect(issueOf(`"${'a'.repeat(999)}"`)).toContain('at most 1000 characters');
});

it.each(['', '{', '[1,]', "{'a':1}", 'undefined', '[1] x', 'NaN'])('refuses %p', (text) => {
  expect(issueOf(text)).toBe('is not valid JSON');
});
