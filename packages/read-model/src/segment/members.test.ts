import fc from 'fast-check';
import { keysOf, selectMembers, titleOf } from './members';

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

it("selects the same members as JSON.parse and a filter, in the document's order", () => {
  const names = ['id', 'title', 'company', 'a"b', 'ä'];
  const document = fc.dictionary(fc.constantFrom(...names), fc.jsonValue(), { noNullPrototype: true });
  fc.assert(
    fc.property(document, fc.subarray(names), (whole, chosen) => {
      const plain = chosen.filter((name) => JSON.stringify(name) === `"${name}"`);
      const selected = Buffer.from(selectMembers(bytesOf(whole), keysOf(plain))).toString();
      const expected = Object.entries(whole).filter(([name]) => plain.includes(name));
      expect(selected).toBe(JSON.stringify(Object.fromEntries(expected)));
    }),
    { numRuns: 500 },
  );
});

it('reads a title at any position, but not inside other members', () => {
  expect(titleOf(bytesOf({ company: { title: 'no' }, title: '“a\\"” 東京' }))).toBe('“a\\"” 東京');
  expect(titleOf(bytesOf({ company: { title: 'no' } }))).toBe('');
  expect(titleOf(bytesOf({ title: '\uFEFFAcme' }))).toBe('\uFEFFAcme');
});
