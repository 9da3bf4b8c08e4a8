import { migrate, type MigrationTarget } from '@heliograph/postgres';
import type { Logger } from '@heliograph/runtime';
import { resolve } from 'node:path';

/** The same path from src/ and from dist/: the files are not compiled. */
const DIRECTORY = resolve(__dirname, '../../src/storage/migrations');

/** Migrates the schema "identity" to this version of the program. */
export function migrateIdentity(target: MigrationTarget, logger: Logger): Promise<void> {
  return migrate({ ...target, schema: 'identity', directory: DIRECTORY, logger });
}
