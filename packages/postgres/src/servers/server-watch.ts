import { DatabaseError, type Client } from 'pg';
import { describeServers, type DatabaseServer, type DatabaseUrl } from './database-url';
import { ServerProbe, streamOf } from './server-probe';
import { chooseServer, isOutdated, type ServerState } from './server-state';

/** How long a caller waits for a primary; shorter than any connection's own timeout. */
const PRIMARY_TIMEOUT_MS = 4_000;
/** The first primary to answer is used once the others have been silent for this long. */
const SILENCE_TIMEOUT_MS = 500;

/** SQLSTATE codes: the server is starting or has no connection left. Any other refusal is final. */
const TRANSIENT_CODES = ['57P03', '53300'];

/** None of a list's servers is the primary now: a failover is in progress, or none can be reached. */
class NoPrimaryError extends Error {
  readonly code = 'NO_PRIMARY';

  constructor(states: readonly ServerState[]) {
    super(
      `none of the database servers ${describeServers(states.map(({ server }) => server))} is the primary`,
      {
        cause: states.find(({ failure }) => failure)?.failure,
      },
    );
    this.name = 'NoPrimaryError';
  }
}

/**
 * Finds the primary among the servers of one connection string, and closes connections to a server that is no longer
 * the primary. Clients thus follow a failover without a proxy. A former primary that is cut off, or whose manager died,
 * serves stale reads only until a probe hears of its successor (1 s, or 2 s if nothing answers).
 */
export class ServerWatch {
  private probes: readonly ServerProbe[] = [];
  private readonly clients = new Map<Client, DatabaseServer>();
  private readonly waiting = new Set<() => void>();
  private startedAt = 0;
  /** Clients that are connecting or connected. */
  private users = 0;

  /**
   * @param watches of the same servers, this one included. What one learns of a successor counts for all at once:
   *   otherwise a program would read from the former primary as one user and write to the successor as another.
   */
  constructor(
    private readonly url: DatabaseUrl,
    private readonly watches: ReadonlyMap<string, ServerWatch>,
  ) {}

  /**
   * Connects a client to the current server and watches it until it ends. Polls the servers only while there are
   * clients.
   *
   * @throws NoPrimaryError; DatabaseError if the servers refuse the user or the database; whatever `open` throws.
   */
  async connect(client: Client, open: (server: DatabaseServer) => Promise<unknown>): Promise<void> {
    this.users += 1;
    this.start();
    try {
      const server = await this.choose();
      await open(server);
      this.clients.set(client, server);
    } catch (error) {
      this.release();
      throw error;
    }
    client.once('end', () => {
      this.clients.delete(client);
      this.release();
    });
    this.closeOutdated();
  }

  private async choose(): Promise<DatabaseServer> {
    const end = performance.now() + PRIMARY_TIMEOUT_MS;
    for (;;) {
      const chosen = this.decide();
      if (chosen) return chosen.server;
      const left = end - performance.now();
      if (left <= 0) throw new NoPrimaryError(this.states);
      await this.change(Math.min(left, SILENCE_TIMEOUT_MS));
    }
  }

  private get states(): ServerState[] {
    return this.probes.map(({ state }, index) => {
      let newest = state;
      for (const { probes } of this.watches.values()) {
        const known = probes[index]?.state;
        if (known?.role === 'primary' && known.timeline > newest.timeline) newest = known;
      }
      return newest === state ? state : { ...newest, server: state.server };
    });
  }

  /** @throws DatabaseError */
  private decide(): ServerState | undefined {
    const { states } = this;
    const isComplete = states.every(({ role, failure }) => role ?? failure);
    if (!isComplete && performance.now() - this.startedAt < SILENCE_TIMEOUT_MS) return undefined;
    const chosen = chooseServer(states, this.url.prefersStandby);
    if (chosen || !isComplete) return chosen;
    const refusal = states.find(
      ({ failure }) => failure instanceof DatabaseError && !TRANSIENT_CODES.includes(failure.code ?? ''),
    );
    if (refusal) throw refusal.failure;
    return undefined;
  }

  private start(): void {
    if (this.probes.length > 0) return;
    this.startedAt = performance.now();
    this.probes = this.url.servers.map(
      (server) => new ServerProbe(this.url.first.toString(), server, () => this.changed()),
    );
  }

  private release(): void {
    this.users -= 1;
    if (this.users > 0) return;
    for (const probe of this.probes) probe.close();
    this.probes = [];
  }

  private changed(): void {
    for (const watch of this.watches.values()) watch.update();
  }

  private update(): void {
    this.closeOutdated();
    for (const wake of this.waiting) wake();
  }

  private closeOutdated(): void {
    const { states } = this;
    for (const [client, server] of this.clients) {
      if (isOutdated(server, states, this.url.prefersStandby)) {
        streamOf(client)?.destroy(new Error(`${describeServers([server])} is no longer the server to use`));
      }
    }
  }

  private async change(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let wake = () => {};
    await new Promise<void>((resolve) => {
      wake = resolve;
      this.waiting.add(wake);
      timer = setTimeout(resolve, timeoutMs);
    });
    clearTimeout(timer);
    this.waiting.delete(wake);
  }
}
