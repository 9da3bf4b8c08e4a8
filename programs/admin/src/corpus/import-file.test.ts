import type { Numbered } from '@heliograph/catalog';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFile } from './import-file';
import { RejectsFile } from './rejects-file';

/** Two batches plus one line. */
const LINES = 20_001;

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heliograph-import-file-'));
  path = join(directory, 'numbers.ndjson');
  await writeFile(path, Array.from({ length: LINES }, (_, index) => `${index}\n`).join(''));
});
afterEach(() => rm(directory, { recursive: true }));

interface Steps {
  lookAhead: (first: number) => Promise<string>;
  write: (first: number, ahead: string | undefined) => Promise<void>;
}

const importNumbers = ({ lookAhead, write }: Steps) =>
  importFile<number, string>({
    path,
    validate: (value) => ({ record: value as number }),
    lookAhead: (batch: Numbered<number>[]) => lookAhead(batch[0]!.record),
    write: async (batch, ahead) => {
      await write(batch[0]!.record, ahead);
      return [];
    },
    rejects: new RejectsFile(`${path}.rejects.ndjson`),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });

it('reads ahead for a batch while the previous one is written, and writes it with the results', async () => {
  const written: string[] = [];
  let release: () => void = () => undefined;
  const second = new Promise<void>((resolve) => (release = resolve));
  const stored = await importNumbers({
    lookAhead: async (first) => {
      if (first === 10_000) release();
      return `ahead of ${first}`;
    },
    write: async (first, ahead) => {
      // Never resolves unless the second batch is prepared while the first is written.
      if (first === 0) await second;
      written.push(`${first} ${ahead}`);
    },
  });
  expect(stored).toBe(LINES);
  expect(written).toEqual(['0 ahead of 0', '10000 ahead of 10000', '20000 ahead of 20000']);
});

it('fails with a failed read-ahead, but not before the previous batch is written', async () => {
  const events: string[] = [];
  const importing = importNumbers({
    lookAhead: async (first) => {
      if (first === 10_000) throw new Error('the connection is lost');
      return '';
    },
    write: async (first) => {
      await new Promise(setImmediate);
      events.push(`written ${first}`);
    },
  });
  await expect(importing.finally(() => events.push('over'))).rejects.toThrow('the connection is lost');
  expect(events).toEqual(['written 0', 'over']);
});
