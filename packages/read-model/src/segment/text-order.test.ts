import fc from 'fast-check';
import { TextList } from './shared-arrays';
import { textOrder } from './text-order';

const beginning = fc.constantFrom('', 'a', 'abcdefg', 'abcdefgh', 'abcdefghi', '\u{FFFF}', '\u{10000}');

it('sorts texts by their bytes, however long their common prefix', () => {
  const text = fc
    .tuple(beginning, fc.string({ unit: 'binary', maxLength: 4 }))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 60 }), (texts) => {
      const list = new TextList();
      const encoded = texts.map((each) => Buffer.from(each));
      for (const bytes of encoded) list.add(Buffer.concat([Buffer.of(1), bytes]), 1, bytes.length + 1);
      const expected = [...encoded].sort((a, b) => Buffer.compare(a, b));
      expect([...textOrder(list.view())].map((index) => encoded[index])).toEqual(expected);
    }),
  );
});
