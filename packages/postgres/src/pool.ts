import type { Logger, Metrics } from '@heliograph/runtime';
import { Pool, types, type CustomTypesConfig } from 'pg';
import { createPoolMeter } from './pool-metrics';
import { databaseAccess } from './servers/database-client';

interface PoolOptions {
  connectionString: string;
  /** Shown in `pg_stat_activity`: the program's name. */
  applicationName: string;
  /** Connections at most; 10 unless given. */
  max?: number;
  /** The server cancels a statement that takes longer; no limit unless given. */
  statementTimeoutMs?: number;
}

const CONNECTION_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;
/** The server says when a statement took too long. One that says nothing for so much longer is gone, or cut off. */
const SILENCE_MS = 2_000;

/**
 * A pool of connections whose loss never ends the process, in use or idle; of idle ones it is logged: a server
 * that restarts breaks every idle connection at once, and the pool replaces each at its next use. Of several servers in the connection string it
 * connects to the primary, also after a failover.
 *
 * Values arrive as PostgreSQL's own types map: `bigint` and `numeric` as strings, `timestamptz` as `Date`. A
 * `date` stays the string `YYYY-MM-DD`, because a `Date` would put it at midnight of the process's own time
 * zone.
 *
 * @param metrics the program's, which tell how busy the pool is when they are given.
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
  // One that is in use has no listener of the pool's, and an error without any ends the process. Its user learns of the
  // loss by the next query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const datesAsText: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === types.builtins.DATE && format !== 'binary'
      ? (text: string) => text
      : types.getTypeParser(type, format),
};
