import { join } from 'node:path';
import { migrate } from '@heliograph/postgres';
import type { Logger } from '@heliograph/runtime';
import { repairCatalog, type RepairOptions } from './merge/repair';

/** The directory of the schema's migrations: in `src`, also for compiled programs. */
export const catalogMigrations = join(__dirname, '..', 'src', 'migrations');

/**
 * Brings the schema `catalog` up to this program's version, and builds the index and statistics that a killed first import left out (see
 * {@link repairCatalog}: those of a large corpus in the background).
 * @param connectionString of the role `heliograph_catalog`, which owns the schema
 */
export async function migrateCatalog(
  connectionString: string,
  logger: Logger,
  options: RepairOptions = {},
): Promise<void> {
  await migrate({ connectionString, schema: 'catalog', directory: catalogMigrations, logger });
  await repairCatalog(connectionString, logger, options);
}
