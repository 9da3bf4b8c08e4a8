import { Readable } from 'node:stream';
import { linesOf } from './lines';

const linesIn = (chunks: readonly (string | Buffer)[]) =>
  Readable.from(linesOf(Readable.from(chunks))).toArray();

it.each([
  [[], []],
  [['a\nb'], ['a', 'b']],
  [['a\n\nb\n'], ['a', '', 'b']],
  [
    ['a\r\nb\r', '\nc'],
    ['a', 'b', 'c'],
  ],
  [['a\u2028b\u2029c\u0085d\re\n'], ['a\u2028b\u2029c\u0085d\re']],
  [
    ['{"a":', '"b"', '}\n{', '}'],
    ['{"a":"b"}', '{}'],
  ],
])('%j has the lines %j', async (chunks, lines) => {
  expect(await linesIn(chunks)).toEqual(lines);
});

it('joins characters that arrive in pieces', async () => {
  const bytes = [...Buffer.from('東京\nü')].map((byte) => Buffer.from([byte]));
  expect(await linesIn(bytes)).toEqual(['東京', 'ü']);
});
