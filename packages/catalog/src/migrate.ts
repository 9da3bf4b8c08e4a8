import { join } from 'node:path';
import { createClient, migrate } from '@heliograph/postgres';
import type { Logger } from '@heliograph/runtime';
import { fillCompanyKeys } from './merge/fill-company-keys';
import { remakeLabels } from './merge/remake-labels';

/** The directory of the schema's migrations: in `src` even for compiled programs. */
export const catalogMigrations = join(__dirname, '..', 'src', 'migrations');

/**
 * Migrates the schema `catalog` to this program's version, including what only a program can derive from its rows. If
 * killed, the next run continues.
 *
 * @param connectionString for the role `heliograph_catalog`, which owns the schema.
 */
export async function migrateCatalog(connectionString: string, logger: Logger): Promise<void> {
  await migrate({ connectionString, schema: 'catalog', directory: catalogMigrations, logger });
  const client = createClient({ connectionString, application_name: 'migrate catalog' });
  client.on('error', (error) => logger.warn({ err: error }, 'the migration connection broke'));
  await client.connect();
  try {
    const companies = await fillCompanyKeys(client);
    if (companies > 0) logger.info({ companies }, 'company keys were filled in');
    const labels = await remakeLabels(client);
    if (labels > 0) logger.info({ labels }, 'labels were remade');
  } finally {
    await client.end();
  }
}
