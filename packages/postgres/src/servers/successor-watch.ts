import { DatabaseError, type Client } from 'pg';
import { describeServers, type DatabaseUrl } from './database-url';
import { RememberingClient } from './remembering-client';
import { refusesLog, streamOf, TIMELINE, TIMELINE_WITHOUT_LOG } from './server-probe';

/** Each look is a new connection, which costs the server a few milliseconds. */
const INTERVAL_MS = 5_000;
const TIMEOUT_MS = 2_000;
/** For what a server reports about itself: as long as a connection may take. */
const ANSWER_TIMEOUT_MS = 5_000;

/** The time as a number: its text depends on the user's time zone. */
const questionOf = (timeline: string) => `SELECT ${timeline} AS timeline,
  extract(epoch FROM pg_postmaster_start_time())::text AS "startedAt"`;
const QUESTION = questionOf(TIMELINE);
const QUESTION_WITHOUT_LOG = questionOf(TIMELINE_WITHOUT_LOG);

/** A server's state. */
interface Server {
  /** 0 for a standby. */
  timeline: number;
  /** Of this start of this server; no other server has it. */
  startedAt: string;
}

/**
 * Watches one address, which a proxy, DNS, or a moving IP address may lead to another server after a failover or a
 * restore. Connections then stay with the former primary, if it lives on: it answers reads as of that time, and takes
 * writes that are lost with it. So each new connection checks which server it reached, and one is opened regularly for
 * that alone. Once one reaches another primary, those to other servers are closed, of all users and databases together:
 * otherwise a program would read from one server and write to the other, such as events of charges that are lost.
 * Standbys are no other primary: an address may lead to several.
 */
export class SuccessorWatch {
  /** Opening or open, with the start of the server reached if known. */
  private readonly clients = new Map<Client, string | undefined>();
  private timer: NodeJS.Timeout | undefined;
  private primary: Server | undefined;
  private question = QUESTION;
  /** How often the address has left a living server for another. */
  private moves = 0;

  /** @param url for probes; replaced by that of the latest connection, whose password is known to be right. */
  constructor(private url: DatabaseUrl) {}

  /**
   * Connects a client and watches it until it ends.
   *
   * @throws whatever `open` throws; an Error if the address turns out to lead to another server than before. What the
   *   caller has read may be from the previous one: it must read again.
   */
  async connect(client: Client, open: () => Promise<unknown>, url: DatabaseUrl): Promise<void> {
    const { moves } = this;
    const ignore = () => undefined;
    // Its user listens once it is open; until then, the query reports it.
    client.on('error', ignore);
    this.clients.set(client, undefined);
    client.once('end', () => this.clients.delete(client));
    this.start();
    try {
      await open();
      this.url = url;
      const server = await this.serverOf(client);
      this.clients.set(client, server?.startedAt);
      if (server) this.compare(server);
      if (moves !== this.moves) throw this.movedError();
      client.off('error', ignore);
    } catch (error) {
      this.clients.delete(client);
      streamOf(client)?.destroy();
      throw error;
    }
  }

  private start(): void {
    this.timer ??= setTimeout(() => {
      void this.look()
        .then((server) => server && this.compare(server))
        // No answer, no successor.
        .catch(() => undefined)
        .finally(() => {
          this.timer = undefined;
          if (this.clients.size > 0) this.start();
        });
    }, INTERVAL_MS).unref();
  }

  private compare(server: Server): void {
    if (server.timeline === 0) return;
    const last = this.primary;
    this.primary = server;
    if (!last || last.startedAt === server.startedAt) return;
    // A restarted server has lost its connections, so all these are new ones. A restored server may have any timeline.
    const livesOn = [...this.clients.values()].includes(last.startedAt);
    if (!livesOn && server.timeline <= last.timeline) return;
    if (livesOn) this.moves += 1;
    const error = this.movedError();
    for (const [client, startedAt] of this.clients)
      if (startedAt !== undefined && startedAt !== server.startedAt) streamOf(client)?.destroy(error);
  }

  private movedError(): Error {
    return new Error(`${describeServers(this.url.servers)} leads to another server than before`);
  }

  /** @returns the server that the address leads to now. */
  private async look(): Promise<Server | undefined> {
    const client = new RememberingClient({
      connectionString: this.url.first.toString(),
      application_name: 'heliograph server probe',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    // The query reports it.
    client.on('error', () => undefined);
    try {
      const connecting = client.connect();
      streamOf(client)?.unref();
      await connecting;
      return await this.serverOf(client);
    } finally {
      // Not waited for: a server that hangs never closes it.
      client.end().catch(() => undefined);
    }
  }

  /** @returns undefined if the server does not report it. @throws the driver's error if the connection broke. */
  private async serverOf(client: Client): Promise<Server | undefined> {
    try {
      const query = { text: this.question, query_timeout: ANSWER_TIMEOUT_MS };
      const { rows } = await client.query<Server>(query);
      return rows[0];
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      if (this.question !== QUESTION || !refusesLog(error)) return undefined;
      this.question = QUESTION_WITHOUT_LOG;
      return this.serverOf(client);
    }
  }
}
