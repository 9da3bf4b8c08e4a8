import { join } from 'node:path';
import { migrate } from '@heliograph/postgres';
import type { Logger } from '@heliograph/runtime';

/** The directory of the schema's migrations: in `src`, also for compiled programs. */
export const catalogMigrations = join(__dirname, '..', 'src', 'migrations');

/**
 * Brings the schema `catalog` up to this program's version.
 * @param connectionString of the role `heliograph_catalog`, which owns the schema
 */
export async function migrateCatalog(connectionString: string, logger: Logger): Promise<void> {
  await migrate({ connectionString, schema: 'catalog', directory: catalogMigrations, logger });
}
