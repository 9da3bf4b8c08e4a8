import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@heliograph/testing';
import type { SignalLine } from '../../support/corpus';
import type { TestBed } from './test-bed';

/** For an import that others strike down again and again. */
const IMPORT_MS = 180_000;
const RETRY_MS = 1_000;

/**
 * Imports again until it is done: what was stored is replaced by the same.
 *
 * @param name of the file, used by no other import at the time.
 */
export async function importSignals(
  bed: TestBed,
  name: string,
  signals: readonly SignalLine[],
): Promise<void> {
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
