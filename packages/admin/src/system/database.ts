import { databaseRoleName, roleConnectionString, rolePassword } from '@heliograph/postgres';
import { CommandError } from '../failure';
import { notRunning, type SystemLocation } from './locate-system';

const owner = databaseRoleName('catalog');

export interface DatabaseAccess {
  /** As the role that owns the schema `catalog`. */
  catalogUrl: string;
  /** As the user of DATABASE_URL; undefined when that is the owner of the catalog, who may not prepare a database. */
  adminUrl: string | undefined;
  secret: string | undefined;
}

/**
 * How to reach the catalog: DATABASE_URL as it is when its user owns the catalog, else as that role, whose password follows from the
 * installation's secret.
 *
 * @throws CommandError that says how to start or name a system.
 */
export function databaseAccess(location: SystemLocation): DatabaseAccess {
  const { databaseUrl, secret } = location;
  if (databaseUrl === undefined) throw notRunning(location, 'DATABASE_URL and INTERNAL_SECRET');
  const url = parseUrl(databaseUrl);
  if (decodeURIComponent(url.username) === owner)
    return { catalogUrl: databaseUrl, adminUrl: undefined, secret };
  if (secret === undefined) {
    throw new CommandError(
      `INTERNAL_SECRET is needed beside DATABASE_URL, for the password of the role ${owner}`,
    );
  }
  return {
    catalogUrl: roleConnectionString(databaseUrl, 'catalog', rolePassword(secret, 'catalog')),
    adminUrl: databaseUrl,
    secret,
  };
}

function parseUrl(databaseUrl: string): URL {
  if (/^postgres(ql)?:\/\//.test(databaseUrl) && URL.canParse(databaseUrl)) return new URL(databaseUrl);
  // The value itself may hold a password.
  throw new CommandError('DATABASE_URL must read postgresql://user:password@host:port/database');
}
