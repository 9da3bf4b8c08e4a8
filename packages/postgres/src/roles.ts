import { createHmac, createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import { editDatabaseUrl } from './servers/database-url';

/**
 * The roles that programs connect as. Each owner has a schema of its own name; `reader` reads `catalog` and owns
 * nothing, `indexer` and `notifier` read it too. Add a new schema's owner here.
 */
export const DATABASE_ROLES = {
  identity: { name: 'heliograph_identity', schema: 'identity' },
  ledger: { name: 'heliograph_ledger', schema: 'ledger' },
  metering: { name: 'heliograph_metering', schema: 'metering' },
  events: { name: 'heliograph_events', schema: 'event_log' },
  catalog: { name: 'heliograph_catalog', schema: 'catalog' },
  indexer: { name: 'heliograph_indexer', schema: 'indexer' },
  notifier: { name: 'heliograph_notifier', schema: 'notifier' },
  reader: { name: 'heliograph_reader', schema: null },
} as const;

/** Roles besides the owner that may read `catalog`. */
export const CATALOG_READERS = [
  DATABASE_ROLES.reader,
  DATABASE_ROLES.indexer,
  DATABASE_ROLES.notifier,
] as const;

export type DatabaseRole = keyof typeof DATABASE_ROLES;

export const databaseRoleNames = Object.keys(DATABASE_ROLES) as DatabaseRole[];

const ROLE_PREFIX = 'heliograph_';

/** The PostgreSQL name: both `ledger` and `heliograph_ledger` yield `heliograph_ledger`. */
export function databaseRoleName(role: string): string {
  return role.startsWith(ROLE_PREFIX) ? role : ROLE_PREFIX + role;
}

/** The administrator's connection string with a role's user name and password. */
export function roleConnectionString(adminConnectionString: string, role: string, password: string): string {
  return editDatabaseUrl(adminConnectionString, (url) => {
    url.username = databaseRoleName(role);
    url.password = encodeURIComponent(password);
  });
}

/** A connection string for the Unix socket in a directory. */
export function socketConnectionString(options: {
  socketDirectory: string;
  port: number;
  user: string;
  password: string;
  database: string;
}): string {
  const url = new URL(`postgresql://localhost:${options.port}/${encodeURIComponent(options.database)}`);
  url.username = encodeURIComponent(options.user);
  url.password = encodeURIComponent(options.password);
  url.searchParams.set('host', options.socketDirectory);
  return url.toString();
}

/**
 * PostgreSQL's stored form of a password (RFC 5803, as in `pg_authid.rolpassword`). Sent in place of the password, so
 * that it cannot appear in a server's statement log. Passwords must be ASCII: there is no SASLprep.
 */
export function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
