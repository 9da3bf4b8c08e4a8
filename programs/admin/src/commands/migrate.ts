import { migrateCatalog } from '@heliograph/catalog';
import { bootstrapDatabase, byRoleName, givenRolePasswords } from '@heliograph/postgres';
import type { Command } from 'commander';
import { CommandError } from '../failure';
import { administratorUrlOf, catalogUrlOf } from '../system/database';
import { entryLogger } from '../terminal/loggers';
import { describedCommand, type RunAction } from './command';

export function migrateCommand(run: RunAction): Command {
  return describedCommand(
    'migrate',
    'prepare the database (roles, schemas) and bring the schema "catalog" up to this version; the other schemas belong to their services',
    'migrate',
  ).action((options: { json?: boolean }) =>
    run(options, async ({ terminal, location, environment }) => {
      const catalogUrl = catalogUrlOf(location);
      const adminUrl = administratorUrlOf(location);
      if (adminUrl !== undefined) {
        // Roles keep their password unless a variable sets it.
        const rolePassword = byRoleName(givenRolePasswords(environment));
        await bootstrapDatabase({ adminConnectionString: adminUrl, rolePassword });
      }
      const applied: string[] = [];
      const logger = entryLogger((entry) => {
        if (typeof entry.migration === 'string') applied.push(entry.migration);
      });
      await migrateCatalog(catalogUrl, logger);
      terminal.result(
        { schema: 'catalog', applied },
        applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema "catalog" is up to date.',
      );
      if (adminUrl === undefined) {
        throw new CommandError(
          'roles and grants were not checked: set DATABASE_URL to that of a user who may create roles; in a cluster, "helm upgrade" has it',
        );
      }
    }),
  );
}
