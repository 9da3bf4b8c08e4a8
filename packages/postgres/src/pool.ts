import type { Logger, Metrics } from '@heliograph/runtime';
import { Pool, types, type CustomTypesConfig } from 'pg';
import { createPoolMeter } from './pool-metrics';
import { databaseAccess } from './servers/database-client';

interface PoolOptions {
  connectionString: string;
  /** The program's name, shown in `pg_stat_activity`. */
  applicationName: string;
  /** Maximum connections; default 10. */
  max?: number;
  /** The server cancels statements that take longer; no limit by default. */
  statementTimeoutMs?: number;
}

const CONNECTION_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;
/** The server reports statement timeouts itself. If it is silent for this much longer, it is gone or cut off. */
export const SILENCE_MS = 2_000;

/**
 * A pool whose lost connections, in use or idle, never end the process. Losses of idle ones are logged: a server
 * restart breaks every idle connection, and the pool replaces each on its next use. If the connection string has
 * several servers, it connects to the primary, also after a failover.
 *
 * Values arrive in PostgreSQL's own type mapping: `bigint` and `numeric` as strings, `timestamptz` as `Date`. A `date`
 * stays the string `YYYY-MM-DD`, because a `Date` would be midnight in the process's own time zone.
 *
 * @param metrics the program's, which then show how busy the pool is.
 */
export function createPool(options: PoolOptions, logger: Logger, metrics?: Metrics): Pool {
  const { Client, connectionString } = databaseAccess(options.connectionString);
  const meter = metrics && createPoolMeter(metrics, Client);
  const { statementTimeoutMs } = options;
  const pool = new Pool({
    connectionString,
    application_name: options.applicationName,
    max: options.max ?? 10,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs && statementTimeoutMs + SILENCE_MS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    types: datesAsText,
    Client: meter?.Client ?? Client,
  });
  meter?.watch(pool);
  pool.on('error', (error) => {
    logger.warn({ err: error, application: options.applicationName }, 'an idle database connection broke');
  });
  // The pool does not listen to connections in use, and an unhandled error ends the process. Their users learn of the
  // loss with the next query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const datesAsText: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === types.builtins.DATE && format !== 'binary'
      ? (text: string) => text
      : types.getTypeParser(type, format),
};
