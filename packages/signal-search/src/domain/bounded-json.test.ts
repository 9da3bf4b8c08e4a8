import fc from 'fast-check';
import { parseBoundedJson } from './bounded-json';

const bounds = { maximumLength: 1_000, maximumDepth: 4 };
const faultOf = (text: string) => {
  const result = parseBoundedJson(text, bounds);
  return 'fault' in result ? result.fault : undefined;
};

it('parses whatever JSON.parse parses', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const text = JSON.stringify(value);
      expect(parseBoundedJson(text, { maximumLength: 1e6, maximumDepth: 4 })).toEqual({
        value: JSON.parse(text),
      });
    }),
  );
});

it('refuses excessive depth before parsing', () => {
  expect(faultOf('[[[[1]]]]')).toBeUndefined();
  expect(faultOf('[[[[[1]]]]]')).toContain('nested deeper than 4');
  expect(faultOf('['.repeat(900))).toContain('nested deeper than 4');
  expect(faultOf('{"a":{"b":{"c":{"d":{}}}}}')).toContain('nested deeper than 4');
});

it('does not count brackets inside strings as depth', () => {
  expect(faultOf('["[[[[[[{{{{ \\" [[[[ "]')).toBeUndefined();
});

it('refuses excessive length before parsing', () => {
  expect(faultOf(`"${'a'.repeat(999)}"`)).toContain('at most 1000 characters');
});

it.each(['', '{', '[1,]', "{'a':1}", 'undefined', '[1] x', 'NaN'])('refuses %p', (text) => {
  expect(faultOf(text)).toBe('is not valid JSON');
});
