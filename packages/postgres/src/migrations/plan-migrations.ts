import type { Migration } from './read-migrations';

/** A migration that was applied to the database. */
export interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
}

interface MigrationPlan {
  /** In the order to apply them. */
  pending: Migration[];
  /** Names of migrations that a newer version of the program applied. */
  newer: string[];
}

/**
 * Compares a program's migrations with those applied to a database.
 *
 * A newer database is fine: during a rollout the previous version restarts with the next one's schema, which migrations
 * are written to allow. A gap in what the program knows is not.
 *
 * @throws when an applied file was changed or is missing, or a new file is numbered before an applied one.
 */
export function planMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): MigrationPlan {
  const appliedByVersion = new Map(applied.map((migration) => [migration.version, migration]));
  const knownVersions = new Set(known.map((migration) => migration.version));
  const lastKnown = Math.max(0, ...knownVersions);
  const lastApplied = Math.max(0, ...appliedByVersion.keys());

  for (const migration of known) {
    const before = appliedByVersion.get(migration.version);
    if (before && before.checksum !== migration.checksum) {
      throw new Error(
        `migration ${migration.name} was changed after it had been applied: restore it and add a new file instead`,
      );
    }
    if (!before && migration.version < lastApplied) {
      throw new Error(
        `migration ${migration.name} is numbered before one already applied: give it a higher number`,
      );
    }
  }
  const missing = applied.find(({ version }) => version < lastKnown && !knownVersions.has(version));
  if (missing)
    throw new Error(`migration ${missing.name} was applied to the database but its file is missing`);

  return {
    pending: known.filter(({ version }) => !appliedByVersion.has(version)),
    newer: applied.filter(({ version }) => version > lastKnown).map(({ name }) => name),
  };
}
