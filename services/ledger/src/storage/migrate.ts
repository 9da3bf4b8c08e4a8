import { migrate, type MigrationTarget } from '@heliograph/postgres';
import type { Logger } from '@heliograph/runtime';
import { resolve } from 'node:path';

/** Resolves the same from src/ and dist/: SQL files are not compiled. */
const DIRECTORY = resolve(__dirname, '../../src/storage/migrations');

/** Migrates the schema "ledger" to this version of the program. */
export function migrateLedger(target: MigrationTarget, logger: Logger): Promise<void> {
  return migrate({ ...target, schema: 'ledger', directory: DIRECTORY, logger });
}
