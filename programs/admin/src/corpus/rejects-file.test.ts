import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RejectsFile } from './rejects-file';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heliograph-rejects-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('contains line, reason, and the original record, or the beginning of what is not JSON', async () => {
  const rejects = new RejectsFile(join(directory, 'one.ndjson'));
  await rejects.add([{ line: 3, reason: 'id is required', record: '{"id": 1e3}' }]);
  await rejects.add([{ line: 7, reason: 'the line is not JSON', text: '{"a' }]);
  await rejects.close();
  expect(rejects.count).toBe(2);
  expect(await readFile(join(directory, 'one.ndjson.rejects.ndjson'), 'utf8')).toBe(
    '{"line":3,"reason":"id is required","record":{"id": 1e3}}\n{"line":7,"reason":"the line is not JSON","text":"{\\"a"}\n',
  );
});

test("replaces an earlier import's file, and is removed when nothing is rejected", async () => {
  const file = join(directory, 'two.ndjson');
  const left = `${file}.rejects.ndjson`;
  await writeFile(left, 'old\n');
  const some = new RejectsFile(file);
  await some.add([{ line: 1, reason: 'x' }]);
  await some.close();
  expect(await readFile(left, 'utf8')).toBe('{"line":1,"reason":"x"}\n');
  await new RejectsFile(file).close();
  expect(existsSync(left)).toBe(false);
});

test('is written to another directory if given', () => {
  expect(new RejectsFile('/data/three.ndjson.gz', directory).path).toBe(
    join(directory, 'three.ndjson.gz.rejects.ndjson'),
  );
});

test('a missing directory fails with the remedy', async () => {
  const rejects = new RejectsFile('four.ndjson', join(directory, 'missing'));
  await expect(rejects.add([{ line: 1, reason: 'x' }])).rejects.toThrow(/--rejects-dir/);
});
