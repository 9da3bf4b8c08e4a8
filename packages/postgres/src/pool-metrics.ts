import type { Metrics } from '@heliograph/runtime';
import type { Client, Pool } from 'pg';

/** Measures a program's only pool. */
interface PoolMeter {
  /** The client class of the pool's connections. */
  Client: typeof Client;
  /** Starts reading the gauges from the pool. */
  watch(pool: Pool): void;
}

/**
 * Gauges of a pool, read on a scrape, and a count of connections that could not be opened. Adds no cost per statement.
 *
 * @param base opens the connections.
 */
export function createPoolMeter(metrics: Metrics, base: typeof Client): PoolMeter {
  const failures = metrics.counter(
    'database_connection_failures_total',
    'Connections to the database that could not be opened.',
  );
  return {
    Client: class extends base {
      override connect(): Promise<Client>;
      override connect(callback: (error: Error) => void): void;
      override connect(callback?: (error: Error) => void): Promise<Client> | void {
        if (!callback) return super.connect();
        super.connect((error: Error | undefined) => {
          if (error) failures.inc();
          callback(error!);
        });
      }
    },
    watch(pool) {
      metrics.gauge(
        'database_connections',
        'Connections to the database, by what they do.',
        ['state'],
        (gauge) => {
          gauge.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
          gauge.set({ state: 'idle' }, pool.idleCount);
        },
      );
      metrics
        .gauge('database_connections_maximum', 'Maximum connections to the database.')
        .set(pool.options.max);
      metrics.gauge('database_waiting', 'Statements waiting for a connection.', [], (gauge) =>
        gauge.set(pool.waitingCount),
      );
    },
  };
}
