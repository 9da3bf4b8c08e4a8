import { migrateCatalog } from '@heliograph/catalog';
import { bootstrapDatabase, databaseRoleName, roleConnectionString } from '@heliograph/postgres';
import type { Command } from 'commander';
import { databaseAccess } from '../system/database';
import { rolePasswords } from '../system/role-passwords';
import { entryLogger } from '../terminal/loggers';
import { describedCommand, type RunAction } from './command';

export function migrateCommand(run: RunAction): Command {
  return describedCommand(
    'migrate',
    'prepare the database (roles, schemas) and bring the schema "catalog" up to this version; the other schemas belong to their services',
    'migrate',
  ).action((options: { json?: boolean }) =>
    run(options, async ({ terminal, location, environment }) => {
      const { catalogUrl, adminUrl, secret } = databaseAccess(location);
      let ownerUrl = catalogUrl;
      if (adminUrl !== undefined && secret !== undefined) {
        const passwordOf = rolePasswords(environment, secret);
        await bootstrapDatabase({ adminConnectionString: adminUrl, rolePassword: passwordOf });
        ownerUrl = roleConnectionString(adminUrl, 'catalog', passwordOf(databaseRoleName('catalog')));
      }
      const applied: string[] = [];
      const logger = entryLogger((entry) => {
        if (typeof entry.migration === 'string') applied.push(entry.migration);
      });
      await migrateCatalog(ownerUrl, logger, { wait: true });
      terminal.result(
        { schema: 'catalog', applied },
        applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema "catalog" is up to date.',
      );
    }),
  );
}
