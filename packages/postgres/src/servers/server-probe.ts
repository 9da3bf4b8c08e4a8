import { DatabaseError, type Client } from 'pg';
import { RememberingClient } from './remembering-client';
import type { DatabaseServer } from './database-url';
import type { ServerState } from './server-state';

const INTERVAL_MS = 1_000;
const RETRY_MS = 250;
/** For a connection, and for each response. */
const TIMEOUT_MS = 2_000;

/**
 * A standby is stalled after this many responses in a row without replay progress, if it is behind or receives nothing.
 */
const STALLED_ANSWERS = 5;

/** The first part of a WAL file's name; it cannot be queried in recovery. */
export const TIMELINE = `CASE WHEN pg_is_in_recovery() THEN 0
  ELSE ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int END`;

/** The same from a server that refuses to read its log: without the order of promotions. */
export const TIMELINE_WITHOUT_LOG = 'CASE WHEN pg_is_in_recovery() THEN 0 ELSE 1 END';
/** SQLSTATE codes: not supported, not while `wal_level` is as it is, not this user. */
const REFUSALS = ['0A000', '55000', '42501'];

/** Whether a server refuses to read its log, as Amazon Aurora does, whose own log would have each refusal. */
export function refusesLog(error: unknown): boolean {
  return error instanceof DatabaseError && REFUSALS.includes(error.code ?? '');
}

const QUESTION = `SELECT ${TIMELINE} AS timeline,
  pg_last_wal_replay_lsn()::text AS replayed,
  pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()
    AND EXISTS (SELECT FROM pg_stat_wal_receiver) AS "isCurrent"`;
const QUESTION_WITHOUT_LOG = `SELECT ${TIMELINE_WITHOUT_LOG} AS timeline, NULL AS replayed, true AS "isCurrent"`;

interface Answer {
  timeline: number;
  replayed: string | null;
  /** For a standby, as far as it knows. */
  isCurrent: boolean | null;
}

/** Polls one server's state on a separate connection, which does not keep the process alive. */
export class ServerProbe {
  state: ServerState;
  private isOpen = true;
  private client: Client | undefined;
  private wake: (() => void) | undefined;
  private replayed: string | null = null;
  private stalledAnswers = 0;
  private question = QUESTION;

  /** @param onChange called after each response and each failure. */
  constructor(
    private readonly connectionString: string,
    readonly server: DatabaseServer,
    private readonly onChange: () => void,
  ) {
    this.state = { server, role: undefined, timeline: 0, isStalled: false, failure: undefined };
    void this.run();
  }

  close(): void {
    this.isOpen = false;
    streamOf(this.client)?.destroy();
    this.wake?.();
  }

  private async run(): Promise<void> {
    while (this.isOpen) {
      try {
        await this.askRegularly();
      } catch (error) {
        if (refusesLog(error) && this.question === QUESTION) this.question = QUESTION_WITHOUT_LOG;
        else this.tell({ ...this.state, role: undefined, failure: error as Error });
      }
      streamOf(this.client)?.destroy();
      await this.pause(RETRY_MS);
    }
  }

  private async askRegularly(): Promise<void> {
    const client = new RememberingClient({
      connectionString: this.connectionString,
      application_name: 'heliograph server probe',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
    });
    this.client = client;
    // The current query reports it, or the next one.
    client.on('error', () => undefined);
    Object.assign(client, this.server);
    await client.connect();
    streamOf(client)?.unref();
    while (this.isOpen) {
      const { rows } = await client.query<Answer>(this.question);
      const { timeline, replayed, isCurrent } = rows[0]!;
      const isStandby = timeline === 0;
      const isStuck = isStandby && !isCurrent && replayed === this.replayed;
      this.stalledAnswers = isStuck ? this.stalledAnswers + 1 : 0;
      this.replayed = replayed;
      const isStalled = this.stalledAnswers >= STALLED_ANSWERS;
      this.tell({ role: isStandby ? 'standby' : 'primary', timeline, isStalled, failure: undefined });
      await this.pause(INTERVAL_MS);
    }
  }

  private tell(state: Omit<ServerState, 'server'>): void {
    if (!this.isOpen) return;
    this.state = { ...state, server: this.server };
    this.onChange();
  }

  private async pause(milliseconds: number): Promise<void> {
    if (!this.isOpen) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, milliseconds).unref();
    });
  }
}

/** The socket, which the driver's public types omit. */
export function streamOf(
  client: Client | undefined,
): { destroy(error?: Error): void; unref(): void } | undefined {
  return (
    client as unknown as
      { connection?: { stream: { destroy(error?: Error): void; unref(): void } } } | undefined
  )?.connection?.stream;
}
