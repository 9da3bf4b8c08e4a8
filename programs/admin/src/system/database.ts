import { actsFor, databaseRoleName, parseDatabaseUrl } from '@heliograph/postgres';
import { CommandError } from '../failure';
import { notRunning, type SystemLocation } from './locate-system';

const owner = databaseRoleName('catalog');

/**
 * The catalog's URL for its owner role: DATABASE_URL if its user is that role, or else DATABASE_URL_CATALOG, or else
 * the running system's.
 *
 * @throws CommandError that says how to start or name a system.
 */
export function catalogUrlOf(location: SystemLocation): string {
  const { databaseUrl, catalogUrl } = location;
  if (databaseUrl !== undefined && actsFor(userOf(databaseUrl, 'DATABASE_URL'), owner)) return databaseUrl;
  if (catalogUrl === undefined) {
    if (databaseUrl === undefined) throw notRunning(location, 'DATABASE_URL_CATALOG');
    throw new CommandError(
      `DATABASE_URL_CATALOG is needed in addition to DATABASE_URL: the role ${owner}, with its password`,
    );
  }
  if (!actsFor(userOf(catalogUrl, 'DATABASE_URL_CATALOG'), owner)) {
    throw new CommandError(`DATABASE_URL_CATALOG must name the user ${owner} and its password`);
  }
  return catalogUrl;
}

/** DATABASE_URL or the running system's, unless its user is the catalog's owner, who may not prepare a database. */
export function administratorUrlOf({ databaseUrl }: SystemLocation): string | undefined {
  if (databaseUrl === undefined || actsFor(userOf(databaseUrl, 'DATABASE_URL'), owner)) return undefined;
  return databaseUrl;
}

function userOf(databaseUrl: string, variable: string): string {
  const url = parseDatabaseUrl(databaseUrl);
  if (url) return decodeURIComponent(url.first.username);
  // Don't print the value: it may contain a password.
  throw new CommandError(`${variable} must have the form postgresql://user:password@host:port/database`);
}
