import { catalogVersion, waitForReaders, writeCorpus, writeIdentifiers } from '@heliograph/catalog';
import { createClient, createPool } from '@heliograph/postgres';
import type { Logger } from '@heliograph/runtime';
import { sampleCorpus } from '@heliograph/sample-corpus';

/** @param connectionString of the role that owns the catalog. */
export async function hasSignals(connectionString: string): Promise<boolean> {
  const client = createClient({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ found: boolean }>(
      'SELECT EXISTS (SELECT FROM catalog.signal) AS found',
    );
    return rows[0]?.found === true;
  } finally {
    await client.end();
  }
}

/**
 * Loads the sample corpus with dates relative to today, and waits until running searches find it. May be repeated:
 * existing records stay as they are.
 *
 * @param connectionString of the role that owns the catalog.
 * @returns how many signals it has.
 */
export async function loadSample(connectionString: string, today: Date, logger: Logger): Promise<number> {
  const { companies, signals, labels } = sampleCorpus(today);
  const pool = createPool({ connectionString, applicationName: 'heliograph sample corpus', max: 1 }, logger);
  try {
    await writeIdentifiers(pool, labels);
    await writeCorpus(connectionString, companies, signals);
    await waitForReaders(pool, await catalogVersion(pool));
  } finally {
    await pool.end();
  }
  return signals.length;
}
