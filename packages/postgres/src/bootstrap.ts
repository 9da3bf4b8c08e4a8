import { DatabaseError, escapeIdentifier, escapeLiteral, type Client } from 'pg';
import { checkEncoding } from './check-encoding';
import { CATALOG_READERS, DATABASE_ROLES, scramVerifier } from './roles';
import { createClient } from './servers/database-client';
import { editDatabaseUrl } from './servers/database-url';

export interface BootstrapOptions {
  /** A user that may create roles and schemas. A missing database is created. */
  adminConnectionString: string;
  /**
   * A role's password, by role name (`heliograph_ledger`). Undefined keeps the current password; a new role then cannot
   * log in yet.
   */
  rolePassword(role: string): string | undefined;
  /** Timeout for another program that prepares the same database, which may be suspended. */
  lockTimeoutMs?: number;
}

/**
 * Prepares a database: roles with their passwords, one schema per owner, and the reader's rights. Idempotent, and safe
 * for several programs to run concurrently.
 *
 * Roles belong to the whole PostgreSQL server, so two installations on one server must use the same passwords.
 *
 * @throws a plain error naming cause and remedy if the user lacks the rights.
 */
export async function bootstrapDatabase(options: BootstrapOptions): Promise<void> {
  await createDatabaseIfMissing(options.adminConnectionString);
  const prepare = async (client: Client) => {
    await createRoles(client, options.rolePassword);
    await prepareSchemas(client);
  };
  await inOneTransaction(options.adminConnectionString, prepare, options.lockTimeoutMs);
}

/** The per-database part of {@link bootstrapDatabase}, for a server whose roles exist. */
export async function bootstrapSchemas(adminConnectionString: string): Promise<void> {
  await inOneTransaction(adminConnectionString, prepareSchemas);
}

async function createRoles(
  client: Client,
  rolePassword: (role: string) => string | undefined,
): Promise<void> {
  const user = await currentUser(client);
  if (!user.superuser && !user.mayCreateRoles) {
    throw new Error(
      `the database user ${user.name} may not create roles: give it CREATEROLE, or use a superuser in DATABASE_URL`,
    );
  }
  for (const role of Object.values(DATABASE_ROLES)) {
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role.name]);
    const name = escapeIdentifier(role.name);
    const password = rolePassword(role.name);
    const login =
      password === undefined ? 'LOGIN' : `LOGIN PASSWORD ${escapeLiteral(scramVerifier(password))}`;
    await client.query(`${rowCount ? 'ALTER' : 'CREATE'} ROLE ${name} ${login}`);
    // To own schemas on a role's behalf, a non-superuser must be a member of the role.
    if (!user.superuser) await client.query(`GRANT ${name} TO CURRENT_USER`);
    await client.query(
      `ALTER ROLE ${name} SET search_path = ${role.schema ?? DATABASE_ROLES.catalog.schema}, public`,
    );
  }
  await client.query(`ALTER ROLE ${DATABASE_ROLES.reader.name} SET default_transaction_read_only = on`);
}

/**
 * Statements that let only the roles connect to a database. They may run in any database of the server: a copy of a
 * template gets its schemas and tables, but not these rights.
 */
export function connectionRights(database: string): string {
  const name = escapeIdentifier(database);
  const grants = Object.values(DATABASE_ROLES).map(
    ({ name: role, schema }) =>
      `GRANT CONNECT${schema === null ? '' : ', TEMPORARY'} ON DATABASE ${name} TO ${role}`,
  );
  return [`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`, ...grants].join(';\n');
}

async function prepareSchemas(client: Client): Promise<void> {
  const { catalog } = DATABASE_ROLES;
  await client.query(connectionRights(client.database ?? ''));
  await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  for (const role of Object.values(DATABASE_ROLES)) {
    if (role.schema === null) continue;
    await client.query(
      `CREATE SCHEMA IF NOT EXISTS ${role.schema} AUTHORIZATION ${role.name};
       REVOKE ALL ON SCHEMA ${role.schema} FROM PUBLIC`,
    );
  }
  for (const { name } of CATALOG_READERS) {
    await client.query(
      `GRANT USAGE ON SCHEMA ${catalog.schema} TO ${name};
       GRANT SELECT ON ALL TABLES IN SCHEMA ${catalog.schema} TO ${name};
       ALTER DEFAULT PRIVILEGES FOR ROLE ${catalog.name} IN SCHEMA ${catalog.schema} GRANT SELECT ON TABLES TO ${name}`,
    );
  }
}

async function currentUser(
  client: Client,
): Promise<{ name: string; superuser: boolean; mayCreateRoles: boolean }> {
  const { rows } = await client.query<{ name: string; superuser: boolean; mayCreateRoles: boolean }>(
    `SELECT rolname AS name, rolsuper AS superuser, rolcreaterole AS "mayCreateRoles"
       FROM pg_roles WHERE rolname = current_user`,
  );
  const [user] = rows;
  if (!user) throw new Error('the database does not know its current user');
  return user;
}

const CONNECTION_TIMEOUT_MS = 5_000;
/** Within the 30 seconds after which a start fails. */
const LOCK_TIMEOUT_MS = 15_000;
const UNDEFINED_DATABASE = '3D000';
const DUPLICATE_DATABASE = '42P04';
const UNIQUE_VIOLATION = '23505';
const INSUFFICIENT_PRIVILEGE = '42501';
const LOCK_NOT_AVAILABLE = '55P03';

async function createDatabaseIfMissing(adminConnectionString: string): Promise<void> {
  try {
    await withClient(adminConnectionString, checkEncoding);
    return;
  } catch (error) {
    if (!hasCode(error, UNDEFINED_DATABASE)) throw error;
  }
  let name = '';
  const maintenanceUrl = editDatabaseUrl(adminConnectionString, (url) => {
    name = decodeURIComponent(url.pathname.slice(1));
    url.pathname = '/postgres';
  });
  await withClient(maintenanceUrl, async (maintenance) => {
    // A new database gets the encoding of the server's other databases.
    await checkEncoding(maintenance);
    try {
      await maintenance.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
    } catch (error) {
      // Another program has just created it; the server can notice at two moments, with two codes.
      if (!hasCode(error, DUPLICATE_DATABASE, UNIQUE_VIOLATION)) throw explain(error);
    }
  });
}

async function inOneTransaction(
  connectionString: string,
  work: (client: Client) => Promise<void>,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query('BEGIN');
    try {
      await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      // Roles are rows shared by all of a server's databases; two writers of one row fail instead of waiting.
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('heliograph bootstrap', 0))`);
      await work(client);
      await client.query('COMMIT');
    } catch (error) {
      throw explain(error);
    }
  });
}

async function withClient(connectionString: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = createClient({
    connectionString,
    application_name: 'heliograph bootstrap',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  // Without a listener, a lost connection would end the process; the next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    // Also ends an open transaction.
    await client.end();
  }
}

function explain(error: unknown): unknown {
  if (hasCode(error, LOCK_NOT_AVAILABLE)) {
    return new Error(
      `another session, perhaps another machine that prepares the database, holds a lock on it (${error.message}): start again, or find it in pg_stat_activity and end it with pg_terminate_backend(pid)`,
      { cause: error },
    );
  }
  if (!hasCode(error, INSUFFICIENT_PRIVILEGE)) return error;
  return new Error(
    `the database user may not prepare the database (${error.message}): make it the database's owner with CREATEROLE, or use a superuser in DATABASE_URL`,
    { cause: error },
  );
}

function hasCode(error: unknown, ...codes: string[]): error is DatabaseError {
  return error instanceof DatabaseError && error.code !== undefined && codes.includes(error.code);
}
