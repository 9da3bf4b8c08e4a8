import { Agent } from 'node:http';
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { planRequest, type Operation } from './request-plan';
import { sendRequest, type Exchange } from './send-request';

interface LoadOptions {
  /** Base URL of the gateway. */
  url: string;
  /** The IP address of its host, for clients that bypass DNS. */
  address?: string;
  apiKey: string;
  /** Number of clients; each waits for its response before it sends the next request. */
  connections: number;
  /** For all clients together, if responses arrive fast enough. */
  requestsPerSecond: number;
  /** Whether a share of the searches are semantic. Default: false. */
  semantic?: boolean;
  /** Whether each request opens a new connection instead of reusing one. Default: false. */
  newConnections?: boolean;
}

/** A request with an unexpected response or no response. */
export interface FailedRequest {
  requestId: string;
  operation: Operation;
  status: number;
  reason: string;
  servedBy: string;
  /** Milliseconds from the start of the load to the failure. */
  atMs: number;
  tookMs: number;
}

/** A charged response, to be found in the ledger and metering. */
interface ChargedResponse {
  requestId: string;
  records: number;
}

/** What all clients did and saw. */
export interface LoadResult {
  /** Unix time, milliseconds. */
  startedAt: number;
  seconds: number;
  requests: number;
  byOperation: Record<string, number>;
  /** Responses by instance. */
  byInstance: Record<string, number>;
  failures: FailedRequest[];
  /** Responses to first requests, which the account pays for. */
  charged: ChargedResponse[];
  replays: number;
  /** Latencies of answered requests, in milliseconds. */
  latencies: number[];
}

interface AnsweredRequest {
  pathAndQuery: string;
  operation: Operation;
  idempotencyKey: string;
  digest: string;
}

const REPLAY_PROBABILITY = 0.05;
/** How many responses to replay and companies to request are kept. */
const REMEMBERED = 200;

/** Clients that send requests at a steady rate and never retry. */
export class Load {
  private readonly agent: Agent;
  private readonly answered: AnsweredRequest[] = [];
  private readonly slugs: string[] = [];
  private readonly result: LoadResult = {
    startedAt: 0,
    seconds: 0,
    requests: 0,
    byOperation: {},
    byInstance: {},
    failures: [],
    charged: [],
    replays: 0,
    latencies: [],
  };
  private startedAt = 0;
  private stopping = false;
  private clients: Promise<void>[] = [];

  constructor(private readonly options: LoadOptions) {
    const { address, connections, newConnections } = options;
    this.agent = new Agent({
      keepAlive: !newConnections,
      maxSockets: connections,
      ...(address !== undefined && {
        lookup: (_name, _options, callback) => callback(null, [{ address, family: isIP(address) }]),
      }),
    });
  }

  start(): void {
    this.startedAt = performance.now();
    this.result.startedAt = Date.now();
    const { connections } = this.options;
    this.clients = Array.from({ length: connections }, (_, index) => this.run(index));
  }

  /** Counts so far. */
  get counts(): { requests: number; failures: number } {
    return { requests: this.result.requests, failures: this.result.failures.length };
  }

  /** Waits until every client has its response. */
  async stop(): Promise<LoadResult> {
    this.stopping = true;
    await Promise.all(this.clients);
    this.agent.destroy();
    this.result.seconds = (performance.now() - this.startedAt) / 1_000;
    return this.result;
  }

  private async run(index: number): Promise<void> {
    const { connections, requestsPerSecond } = this.options;
    const everyMs = (connections * 1_000) / requestsPerSecond;
    let next = this.startedAt + (everyMs * index) / connections;
    while (!this.stopping) {
      const early = next - performance.now();
      if (early > 0) await delay(early);
      // A client that was held up does not speed up to make up for it.
      next = Math.max(next, performance.now() - everyMs) + everyMs;
      await (Math.random() < REPLAY_PROBABILITY && this.answered.length > 0 ? this.askAgain() : this.ask());
    }
  }

  private async ask(): Promise<void> {
    const { operation, pathAndQuery } = planRequest(this.slugs, Math.random, this.options.semantic);
    const isCharged = operation !== 'usage';
    const idempotencyKey = isCharged ? randomUUID() : undefined;
    const { requestId, exchange } = await this.send(operation, pathAndQuery, idempotencyKey);
    if (exchange.status !== 200) return;
    if (idempotencyKey === undefined) return;
    if (exchange.isReplay || exchange.consumed !== exchange.records) {
      const said = `${exchange.records} records, replayed ${exchange.isReplay}, consumed ${exchange.consumed}`;
      this.fail(requestId, operation, exchange, said);
      return;
    }
    this.result.charged.push({ requestId, records: exchange.consumed });
    remember(this.answered, { pathAndQuery, operation, idempotencyKey, digest: exchange.digest });
    if (exchange.slug !== undefined) remember(this.slugs, exchange.slug);
  }

  /** Repeats an earlier request: any instance must return the same bytes for free. */
  private async askAgain(): Promise<void> {
    const earlier = this.answered[Math.floor(Math.random() * this.answered.length)]!;
    const { operation, pathAndQuery, idempotencyKey, digest } = earlier;
    const { requestId, exchange } = await this.send(operation, pathAndQuery, idempotencyKey);
    if (exchange.status !== 200) return;
    this.result.replays += 1;
    if (!exchange.isReplay || exchange.consumed !== 0 || exchange.digest !== digest) {
      const isSame = exchange.digest === digest;
      const said = `replay: replayed ${exchange.isReplay}, consumed ${exchange.consumed}, same bytes ${isSame}`;
      this.fail(requestId, operation, exchange, said);
    }
  }

  private async send(operation: Operation, pathAndQuery: string, idempotencyKey: string | undefined) {
    const { url, apiKey } = this.options;
    const requestId = randomUUID();
    const exchange = await sendRequest({
      agent: this.agent,
      url: url + pathAndQuery,
      apiKey,
      requestId,
      idempotencyKey,
    });
    const { result } = this;
    result.requests += 1;
    result.byOperation[operation] = (result.byOperation[operation] ?? 0) + 1;
    result.byInstance[exchange.servedBy] = (result.byInstance[exchange.servedBy] ?? 0) + 1;
    if (exchange.status === 200) result.latencies.push(exchange.milliseconds);
    else this.fail(requestId, operation, exchange, exchange.reason);
    return { requestId, exchange };
  }

  private fail(requestId: string, operation: Operation, exchange: Exchange, reason: string): void {
    const { status, servedBy, milliseconds } = exchange;
    this.result.failures.push({
      requestId,
      operation,
      status,
      reason,
      servedBy,
      atMs: Math.round(performance.now() - this.startedAt),
      tookMs: Math.round(milliseconds),
    });
  }
}

function remember<Item>(items: Item[], item: Item): void {
  if (items.length < REMEMBERED) items.push(item);
  else items[Math.floor(Math.random() * REMEMBERED)] = item;
}
