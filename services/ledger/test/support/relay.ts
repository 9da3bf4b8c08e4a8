import {
  createEventLog,
  parseCloudEvent,
  usageTopics,
  USAGE_RECORDED_TOPIC,
  type EventLog,
  type StoredEvent,
} from '@heliograph/event-log';
import { usage } from '@heliograph/proto';
import { createLogger } from '@heliograph/runtime';
import { startTestDatabase, waitFor, type TestDatabase } from '@heliograph/testing';
import { Client, type Pool } from 'pg';
import type { Overrides } from '../../src/context';
import { RELAY_APPLICATION } from '../../src/relay/outbox-session';
import { rowsOf, startTestLedger, type TestLedger } from './ledger';

const DRAINED_WITHIN_MS = 40_000;

const logger = createLogger({ service: 'ledger-test', level: 'silent' });

/** A ledger that publishes to a log in a separate database, so that the log can be taken away. */
export interface RelayingLedger extends TestLedger {
  log: EventLog;
  logDatabase: TestDatabase;
  /** Settings of another ledger with both databases. */
  settings: Record<string, string>;
}

export async function startRelayingLedger(
  more: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<RelayingLedger> {
  const logDatabase = await startTestDatabase();
  const connectionString = logDatabase.connectionString('events');
  const settings = { RELAY: 'on', EVENT_LOG_URL: connectionString, ...more };
  const ledger = await startTestLedger(settings, overrides);
  const log = createEventLog({ kind: 'postgres', connectionString }, { clientId: 'test', logger });
  await log.prepare(usageTopics(6));
  return {
    ...ledger,
    log,
    logDatabase,
    settings,
    stop: async () => {
      await log.close();
      await ledger.stop();
      await logDatabase.stop();
    },
  };
}

/** Everything in the log, in order by partition. */
export async function readAll(log: EventLog): Promise<StoredEvent[]> {
  const all: StoredEvent[] = [];
  let after: string | undefined;
  for (;;) {
    const { messages, position } = await log.read(USAGE_RECORDED_TOPIC, { after, limit: 5_000 });
    all.push(...messages);
    if (messages.length === 0) return all;
    after = position;
  }
}

export function decode(messages: readonly StoredEvent[]): usage.UsageRecorded[] {
  return messages.map((message) => usage.UsageRecorded.decode(parseCloudEvent(message).data));
}

/** Waits until at most this many events wait to be published. */
export async function untilDrained(pool: Pool, atMost = 0): Promise<void> {
  await waitFor(
    async () => {
      const [row] = await rowsOf(pool, 'SELECT count(*)::int AS count FROM ledger.outbox');
      return Number(row!.count) <= atMost;
    },
    { timeoutMs: DRAINED_WITHIN_MS, description: 'an empty outbox' },
  );
}

/** Accounts whose events, at their first publication, are not in the order of their charges. */
export async function accountsOutOfOrder(pool: Pool, messages: readonly StoredEvent[]): Promise<string[]> {
  const rows = await rowsOf(
    pool,
    `SELECT account_id, array_agg(entry_id::text ORDER BY position) AS events
     FROM ledger.entry WHERE kind = 'charge' GROUP BY account_id`,
  );
  const published = new Map<string, Set<string>>();
  for (const { key, headers } of messages) {
    const events = published.get(key) ?? new Set();
    published.set(key, events.add(headers.ce_id!));
  }
  return rows.flatMap(({ account_id: accountId, events }) => {
    const seen = [...(published.get(String(accountId)) ?? [])];
    return JSON.stringify(seen) === JSON.stringify(events) ? [] : [String(accountId)];
  });
}

/** Ends the relay's database session, as a lost connection would. */
export async function killRelaySession(database: TestDatabase): Promise<number> {
  const admin = new Client({ connectionString: database.adminConnectionString });
  await admin.connect();
  try {
    const { rowCount } = await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1`,
      [RELAY_APPLICATION],
    );
    return rowCount ?? 0;
  } finally {
    await admin.end();
  }
}

/** Closes a database to everyone and ends its sessions, or reopens it. */
export async function allowConnections(database: TestDatabase, allowed: boolean): Promise<void> {
  const url = new URL(database.adminConnectionString);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const server = new Client({ connectionString: url.toString() });
  await server.connect();
  try {
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);
    if (!allowed) {
      await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    }
  } finally {
    await server.end();
  }
}

/** The value of a running service's metric. */
export async function metricOf(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`heliograph_${name}{`));
  return Number(line?.split(' ').at(-1));
}
