import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { RejectsFile, rejectsPaths } from './rejects-file';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heliograph-rejects-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('contains line number, reason, and the original record, or the beginning of a line that is not JSON', async () => {
  const rejects = new RejectsFile(join(directory, 'one.ndjson.rejects.ndjson'));
  await rejects.add([{ line: 3, reason: 'id is required', record: '{"id": 1e3}' }]);
  await rejects.add([{ line: 7, reason: 'the line is not JSON', text: '{"a' }]);
  await rejects.close();
  expect(rejects.count).toBe(2);
  expect(await readFile(join(directory, 'one.ndjson.rejects.ndjson'), 'utf8')).toBe(
    '{"line":3,"reason":"id is required","record":{"id": 1e3}}\n{"line":7,"reason":"the line is not JSON","text":"{\\"a"}\n',
  );
});

test("replaces an earlier import's file, and is removed when nothing is rejected", async () => {
  const left = join(directory, 'two.ndjson.rejects.ndjson');
  await writeFile(left, 'old\n');
  const some = new RejectsFile(left);
  await some.add([{ line: 1, reason: 'x' }]);
  await some.close();
  expect(await readFile(left, 'utf8')).toBe('{"line":1,"reason":"x"}\n');
  await new RejectsFile(left).close();
  expect(existsSync(left)).toBe(false);
});

test('is next to the imported file, or in the given directory', () => {
  const files = { companies: '/data/c.ndjson', signals: '/data/s.ndjson.gz' };
  expect(rejectsPaths(files)).toEqual({
    companies: '/data/c.ndjson.rejects.ndjson',
    signals: '/data/s.ndjson.gz.rejects.ndjson',
  });
  expect(rejectsPaths(files, '/rejects')).toEqual({
    companies: '/rejects/c.ndjson.rejects.ndjson',
    signals: '/rejects/s.ndjson.gz.rejects.ndjson',
  });
});

test.each([
  [{ companies: '/a/data.ndjson', signals: '/b/data.ndjson' }, '/rejects', '/rejects'],
  [{ companies: '/a/data.ndjson', signals: '/a/./data.ndjson' }, undefined, '/a'],
])('is not the same for two files: %j with --rejects-dir %s', (files, given, place) => {
  const { companies, signals } = rejectsPaths(files, given);
  expect([companies, signals].map((path) => resolve(path))).toEqual([
    `${place}/data.ndjson.companies.rejects.ndjson`,
    `${place}/data.ndjson.signals.rejects.ndjson`,
  ]);
});

test('a missing directory fails with the remedy', async () => {
  const rejects = new RejectsFile(join(directory, 'missing', 'four'));
  await expect(rejects.add([{ line: 1, reason: 'x' }])).rejects.toThrow(/--rejects-dir/);
});
