import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@heliograph/testing';
import type { SignalLine } from '../../support/corpus';
import type { TestBed } from './test-bed';

/** Time for an import that faults interrupt again and again. */
const IMPORT_MS = 180_000;
const RETRY_MS = 1_000;

/**
 * Repeats the import until it succeeds; repeating it is harmless.
 *
 * @param name of the file, not used by a concurrent import.
 */
export async function importSignals(
  bed: TestBed,
  name: string,
  signals: readonly SignalLine[],
): Promise<void> {
  // Not on the disk that faults fill up.
  const file = join(bed.directory, `${name}.ndjson`);
  await writeFile(file, signals.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await waitFor(() => bed.system.adminJson('import', '--signals', file, '--no-wait'), {
    timeoutMs: IMPORT_MS,
    pollMs: RETRY_MS,
    description: `the import of ${file}`,
  });
  await rm(file);
}
