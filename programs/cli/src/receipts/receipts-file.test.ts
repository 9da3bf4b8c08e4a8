import type { Receipt } from '@heliograph/sdk';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiptsOf } from './receipts-file';

let path: string;
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'heliograph-receipts-')), 'receipts');
});
afterEach(() => rm(join(path, '..'), { recursive: true }));

const receipts = Array.from({ length: 3 }, (_, index) => ({ sequence: index + 1, mode: { a: [1] } }));
const lines = receipts.map((receipt) => JSON.stringify(receipt));

async function read(text: string): Promise<unknown[]> {
  await writeFile(path, text);
  const found: Receipt[] = [];
  for await (const receipt of receiptsOf(path)) found.push(receipt);
  return found;
}

it.each([
  ['a receipt per line', `${lines.join('\n')}\n`],
  ['blank lines and CRLF', `\r\n${lines.join('\r\n\r\n')}`],
  ['a page per line', `{"data":{"items":[${lines[0]!},${lines[1]!}]}}\n{"data":{"items":[${lines[2]!}]}}\n`],
  ['the output of --json', `{\n  "items": [\n    ${lines.join(',\n    ')}\n  ],\n  "nextCursor": null\n}\n`],
  ['an array', `[\n${lines.join(',\n')}\n]`],
  ['indented documents, one after another', receipts.map((each) => JSON.stringify(each, null, 2)).join('\n')],
  ['a document that is indented as a whole', `  {\n    "items": [${lines.join()}]\n  }`],
])('reads %s', async (_name, text) => expect(await read(text)).toEqual(receipts));

it('reads a large document once, not once per line', async () => {
  const parse = jest.spyOn(JSON, 'parse');
  const many = Array.from({ length: 2_000 }, (_, index) => JSON.stringify({ sequence: index }));
  expect(await read(`{\n"items": [\n${many.join(',\n')}\n]\n}\n`)).toHaveLength(2_000);
  expect(parse.mock.calls.length).toBeLessThan(5);
  parse.mockRestore();
});

it('refuses what is not JSON', async () => expect(read('{\n"items": [\n')).rejects.toThrow(SyntaxError));
