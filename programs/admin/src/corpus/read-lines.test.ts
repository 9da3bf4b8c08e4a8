import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { CommandError } from '../failure';
import { readLines, type Line, type ReadOptions } from './read-lines';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heliograph-lines-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function linesOf(
  content: string | Buffer,
  name = 'file.ndjson',
  options?: ReadOptions,
): Promise<Line[]> {
  const path = join(directory, name);
  await writeFile(path, content);
  const lines: Line[] = [];
  for await (const batch of readLines(path, options)) lines.push(...batch);
  return lines;
}

test('LF and CRLF, blank lines, and a last line without a line ending', async () => {
  expect(await linesOf('{"a":1}\r\n\n  \n{"b":2}\n{"c":"é"}')).toEqual([
    { number: 1, text: '{"a":1}' },
    { number: 4, text: '{"b":2}' },
    { number: 5, text: '{"c":"é"}' },
  ]);
});

test('a byte order mark is stripped only at the beginning', async () => {
  expect(await linesOf('\ufeffone\n\ufefftwo\n')).toEqual([
    { number: 1, text: 'one' },
    { number: 2, text: '\ufefftwo' },
  ]);
});

test('an empty file has no lines', async () => {
  expect(await linesOf('')).toEqual([]);
  expect(await linesOf(gzipSync(''), 'empty.gz')).toEqual([]);
});

test('gzip by file name, even with several members', async () => {
  const members = Buffer.concat([gzipSync('one\ntw'), gzipSync('o\nthree\n')]);
  expect(await linesOf(members, 'several.ndjson.gz')).toEqual([
    { number: 1, text: 'one' },
    { number: 2, text: 'two' },
    { number: 3, text: 'three' },
  ]);
});

test('lines longer than a chunk are joined, even where a character is split', async () => {
  const long = 'é漢🏭'.repeat(60_000);
  expect(await linesOf(`x\n${long}\ny`)).toEqual([
    { number: 1, text: 'x' },
    { number: 2, text: long },
    { number: 3, text: 'y' },
  ]);
});

test('a line over the limit is reported and skipped, and the next is read', async () => {
  expect(await linesOf(`${'x'.repeat(11)}\n${'y'.repeat(10)}\n`, 'long', { longestLine: 10 })).toEqual([
    { number: 1, issue: 'the line is longer than 10 bytes' },
    { number: 2, text: 'yyyyyyyyyy' },
  ]);
});

test('a line of 256 MiB does not fill the memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const path = join(directory, 'huge.gz');
  const member = gzipSync(Buffer.alloc(16 * 1024 * 1024, 'x'));
  await writeFile(path, Buffer.concat(Array.from({ length: 16 }, () => member)));
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  let reads = 0;
  let most = 0;
  const onRead = () => {
    if (reads++ % 512 > 0) return;
    collectGarbage();
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  };
  const lines: Line[] = [];
  for await (const batch of readLines(path, { onRead })) lines.push(...batch);
  expect(lines).toEqual([{ number: 1, issue: 'the line is longer than 1048576 bytes' }]);
  expect(reads).toBeGreaterThan(1000);
  // Far less than the line, but far more than uncollected garbage.
  expect(most - before).toBeLessThan(64 * 1024 * 1024);
});

test('invalid UTF-8 is reported', async () => {
  const latin1 = Buffer.from('{"city":"Köln"}\n', 'latin1');
  expect(await linesOf(Buffer.concat([Buffer.from('ok\n'), latin1, Buffer.from('ok\n')]))).toEqual([
    { number: 1, text: 'ok' },
    { number: 2, issue: 'the line is not valid UTF-8' },
    { number: 3, text: 'ok' },
  ]);
});

test.each([
  ['truncated.gz', gzipSync('x'.repeat(100_000)).subarray(0, 60), 'in the middle of its gzip data'],
  ['plain.gz', Buffer.from('{"a":1}\n'), 'its gzip data is damaged'],
])('%s fails with the reason', async (name, content, reason) => {
  const failure = linesOf(content, name);
  await expect(failure).rejects.toThrow(reason);
  await expect(failure).rejects.toThrow(CommandError);
});

test('a missing file and a directory fail with their names', async () => {
  const read = async (path: string) => {
    for await (const batch of readLines(path)) expect(batch).toEqual([]);
  };
  await expect(read(join(directory, 'missing'))).rejects.toThrow(/missing: no such file/);
  await expect(read(join(directory, 'missing.gz'))).rejects.toThrow(/missing.gz: no such file/);
  await expect(read(directory)).rejects.toThrow(/it is a directory/);
});

test('an abort ends the reading', async () => {
  const path = join(directory, 'aborted');
  await writeFile(path, 'line\n'.repeat(500_000));
  const controller = new AbortController();
  let lines = 0;
  for await (const batch of readLines(path, { signal: controller.signal })) {
    lines += batch.length;
    controller.abort();
  }
  expect(lines).toBeGreaterThan(0);
  expect(lines).toBeLessThan(500_000);
});
