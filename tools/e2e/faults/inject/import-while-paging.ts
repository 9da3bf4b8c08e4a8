import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@heliograph/testing';
import type { TestBed } from '../bed/test-bed';
import { pagedSignals, wordOf } from '../load/corpus';
import { Pager } from '../load/pager';
import type { SignalLine } from '../../support/corpus';
import type { Inject } from './injection';

/** Found from the beginning, and imported while a client pages. */
const BEFORE = 500;
const INSERTED = 10_000;
const LARGEST_BATCH_NUMBER = 10 ** 6;
/** For an import that others strike down again and again. */
const IMPORT_MS = 180_000;
const RETRY_MS = 1_000;

/**
 * A client pages through what a search finds while more of that is imported: none that was there from the beginning is missing, and none
 * comes twice. In the end it finds all.
 */
export const importWhilePaging: Inject = async ({ bed, customers, journal, random, strikes, stopping }) => {
  const batch = random.integer(1, LARGEST_BATCH_NUMBER);
  const signals = pagedSignals(batch, BEFORE + INSERTED);
  const old = signals.slice(0, BEFORE);
  const idsOf = (lines: readonly SignalLine[]) => lines.map(({ id }) => id);
  const pager = new Pager({
    ...{ url: bed.url, credential: customers.hot[0]!, journal, random },
    word: wordOf(batch),
    isClosing: () => stopping.aborted,
  });
  await importSignals(bed, `${batch}-old`, old);
  await pager.untilFound(BEFORE);
  strikes();
  let isImported = false;
  const importing = importSignals(bed, `${batch}-new`, signals.slice(BEFORE)).finally(
    () => (isImported = true),
  );
  // Whoever awaits it learns of a failure.
  importing.catch(() => undefined);
  let walks = 0;
  for (; !isImported && !stopping.aborted; walks += 1) await pager.walk(idsOf(old));
  await importing;
  await pager.untilFound(signals.length);
  await pager.walk(idsOf(signals));
  return `${walks} walks meanwhile, ${pager.pages} pages in all`;
};

/** Again until it is done: what was stored is replaced by the same. */
async function importSignals(bed: TestBed, name: string, signals: readonly SignalLine[]): Promise<void> {
  // Not on the disk that may be full.
  const file = join(bed.directory, `${name}.ndjson`);
  await writeFile(file, signals.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await waitFor(() => bed.system.adminJson('import', '--signals', file, '--no-wait'), {
    timeoutMs: IMPORT_MS,
    pollMs: RETRY_MS,
    description: `the import of ${file}`,
  });
  await rm(file);
}
