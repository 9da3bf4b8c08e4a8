import { WakeUp } from '@heliograph/runtime';
import { randomUUID } from 'node:crypto';
import { escapeLiteral, type Client, type QueryResult } from 'pg';
import { connectFeed, disconnect } from './feed-connection';

/**
 * How long a writer considers a silent reader alive, by the database's clock, and waits for it.
 *
 * A reader that could not confirm its row for {@link READER_CONFIRMED_MS} answers nothing, so 5 seconds lie between its
 * last answer and the moment writers stop waiting for it: enough for a confirmation in flight, answers in flight, and
 * clock drift. A killed reader holds up `import` and `withdraw` for one whole lease.
 */
export const READER_LEASE_MS = 10_000;

/** How long a reader may answer after its last confirmation, by its monotonic clock. */
const READER_CONFIRMED_MS = READER_LEASE_MS / 2;

/** Several renewals may fail before the lease expires. */
const RENEWAL_MS = 1_000;
/** Enforced by both the server and this process: two attempts fit between two confirmations. */
const STATEMENT_TIMEOUT_MS = 2_000;
const RETRY_MS = 250;
/**
 * Rows of dead processes are kept this long, for debugging only. Rows stamped this far in the future were written while
 * the database's clock was ahead; unless confirmed, they expire one lease from now.
 */
const FORGOTTEN_MS = 3_600_000;

interface ReaderLeaseOptions {
  /** For the role `heliograph_reader`. */
  connectionString: string;
  /** The catalog version that answers already reflect. */
  appliedVersion: number;
  applicationName?: string;
  /** Called on each failure; the lease retries automatically. */
  onFailure?: (error: unknown) => void;
}

/**
 * Tells writers that a process answers from memory, and up to which version, so that they can wait for it; and tells
 * the process whether it may answer.
 *
 * Why this is safe: a row is confirmed before answers are given, and a row not confirmed in time counts as new. A
 * process with a new row must apply what the catalog had after the row became visible: a writer that did not see the
 * row had committed before that.
 */
export class ReaderLease {
  readonly id = randomUUID();
  private readonly options: ReaderLeaseOptions;
  private appliedVersion: number;
  /** The version to apply before answering. */
  private required = Infinity;
  private latest = 0;
  private confirmedAt = -Infinity;
  private isOpen = true;
  private readonly wakeUp = new WakeUp();
  private readonly running: Promise<void>;

  /** Registers, and keeps the row alive until closed. */
  constructor(options: ReaderLeaseOptions) {
    this.options = options;
    this.appliedVersion = options.appliedVersion;
    this.running = this.run();
  }

  /** Call when every answer from now on reflects this version; notifies the writers waiting for it. */
  applied(version: number): void {
    this.appliedVersion = version;
    this.wakeUp.call();
  }

  /** The catalog's version when the row was last confirmed. */
  get catalogVersion(): number {
    return this.latest;
  }

  /** Milliseconds since the database last confirmed this reader's row; Infinity before the first time. */
  get confirmedAgoMs(): number {
    return performance.now() - this.confirmedAt;
  }

  /**
   * Whether the process may answer now. If an answer may have taken seconds, check again once it is complete: false
   * means a writer may have returned without waiting for this process.
   */
  get mayAnswer(): boolean {
    return this.confirmedAgoMs < READER_CONFIRMED_MS && this.appliedVersion >= this.required;
  }

  /** Removes the row, so that no writer waits for it. Answer nothing after this. Never rejects. */
  async close(): Promise<void> {
    this.isOpen = false;
    this.confirmedAt = -Infinity;
    this.wakeUp.call();
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.isOpen) {
      let client: Client | undefined;
      try {
        client = await connectFeed({
          connectionString: this.options.connectionString,
          applicationName: this.options.applicationName ?? 'heliograph-reader',
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
        });
        await this.keep(client);
      } catch (error) {
        this.options.onFailure?.(error);
        await this.wakeUp.wait(RETRY_MS);
      } finally {
        if (client) await disconnect(client);
      }
    }
  }

  private async keep(client: Client): Promise<void> {
    while (this.isOpen) {
      this.wakeUp.reset();
      const sentAt = performance.now();
      if (!(await this.renew(client))) await this.register(client);
      // Counts from when it was sent: the database confirms at that moment or later.
      if (this.isOpen) this.confirmedAt = sentAt;
      await this.wakeUp.wait(RENEWAL_MS);
    }
    await write(client, `DELETE FROM catalog.reader WHERE id = ${escapeLiteral(this.id)}`);
  }

  /** @returns false if there is no row, or writers may have stopped waiting for it. */
  private async renew(client: Client): Promise<boolean> {
    const results = await write(
      client,
      `UPDATE catalog.reader SET applied_version = ${this.appliedVersion}, seen_at = clock_timestamp()
       WHERE id = ${escapeLiteral(this.id)} AND seen_at > clock_timestamp() - interval '${READER_CONFIRMED_MS} ms'`,
      CATALOG_VERSION,
    );
    this.latest = versionIn(results);
    return results[1]?.rowCount === 1;
  }

  private async register(client: Client): Promise<void> {
    this.required = Infinity;
    // Read after the row is committed: a writer that did not see the row had already committed its version.
    const results = await write(
      client,
      `DELETE FROM catalog.reader WHERE id IN (
         SELECT id FROM catalog.reader WHERE seen_at < clock_timestamp() - interval '${FORGOTTEN_MS} ms' FOR UPDATE SKIP LOCKED);
       UPDATE catalog.reader SET seen_at = clock_timestamp() WHERE id IN (
         SELECT id FROM catalog.reader WHERE seen_at > clock_timestamp() + interval '${FORGOTTEN_MS} ms' FOR UPDATE SKIP LOCKED);
       INSERT INTO catalog.reader (id, applied_version) VALUES (${escapeLiteral(this.id)}, ${this.appliedVersion})
         ON CONFLICT (id) DO UPDATE SET applied_version = excluded.applied_version, seen_at = clock_timestamp()`,
      CATALOG_VERSION,
    );
    this.required = this.latest = versionIn(results);
  }
}

const CATALOG_VERSION = 'SELECT version FROM catalog.state';

function versionIn(results: readonly QueryResult[]): number {
  const [row] = results.at(-1)!.rows as { version: string }[];
  return Number(row!.version);
}

/** One round trip; also works through a pooler. The role's transactions are read-only by default. */
async function write(client: Client, statements: string, after = ''): Promise<QueryResult[]> {
  const text = `BEGIN READ WRITE; ${statements}; COMMIT; ${after}`;
  const results: unknown = await client.query({ text, query_timeout: STATEMENT_TIMEOUT_MS } as {
    text: string;
  });
  return results as QueryResult[];
}
