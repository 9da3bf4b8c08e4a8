import { createClient } from '@heliograph/postgres';
import { BackOff, type Logger } from '@heliograph/runtime';

/** Messages were appended to partitions, or a group's partitions must be reassigned. */
export type Notice = { topic: string; partitions: number[] } | { topic: string; group: string };

/** Called for each notice, and with `null` whenever notices may have been missed. */
type NoticeHandler = (notice: Notice | null) => void;

const CONNECTION_TIMEOUT_MS = 5_000;

/**
 * Listens on one connection for notices from publishers and members. Notices only speed things up: their users also
 * poll, so a lost connection delays but loses nothing.
 */
export class NoticeListener {
  private readonly handlers = new Set<NoticeHandler>();
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly connectionString: string,
    private readonly clientId: string,
    private readonly logger: Logger,
  ) {}

  /** The first listener connects; returns a function that stops listening. */
  listen(handler: NoticeHandler): () => void {
    this.handlers.add(handler);
    this.running ??= this.run();
    return () => this.handlers.delete(handler);
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const backOff = new BackOff();
    while (!this.stopping.signal.aborted) {
      try {
        await this.listenOnce(() => backOff.reset());
      } catch (error) {
        this.logger.warn({ err: error }, 'the connection that listens to the event log failed; reconnecting');
      }
      await backOff.pause(this.stopping.signal);
    }
  }

  /** Resolves on a stop; rejects if the connection breaks. */
  private async listenOnce(onConnected: () => void): Promise<void> {
    const client = createClient({
      connectionString: this.connectionString,
      application_name: `${this.clientId} event log listener`,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      keepAlive: true,
    });
    const { signal } = this.stopping;
    let stop = () => {};
    const ended = new Promise<void>((resolve, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('the server closed the connection')));
      stop = resolve;
      signal.addEventListener('abort', stop, { once: true });
    });
    // It may reject while still connecting, before anything awaits it.
    ended.catch(() => undefined);
    client.on('notification', ({ payload }) => this.tell(payload ? (JSON.parse(payload) as Notice) : null));
    try {
      await client.connect();
      await client.query('LISTEN event_log');
      onConnected();
      this.tell(null);
      if (!signal.aborted) await ended;
    } finally {
      signal.removeEventListener('abort', stop);
      await client.end();
    }
  }

  private tell(notice: Notice | null): void {
    for (const handler of this.handlers) handler(notice);
  }
}
