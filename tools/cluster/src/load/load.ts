import { Agent } from 'node:http';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { planRequest, type Operation } from './request-plan';
import { sendRequest, type Exchange } from './send-request';

interface LoadOptions {
  /** Root of the gateway. */
  url: string;
  apiKey: string;
  /** Clients, each of which waits for its answer before it asks again. */
  connections: number;
  /** Of all clients together, as far as they get answers so fast. */
  requestsPerSecond: number;
  /** Whether a part of the searches ask by meaning; no unless given. */
  semantic?: boolean;
  /** Whether each request opens a connection of its own; they are kept unless given. */
  newConnections?: boolean;
}

/** A request that was not answered as it should be. */
export interface FailedRequest {
  requestId: string;
  operation: Operation;
  status: number;
  reason: string;
  servedBy: string;
  /** Milliseconds since the load began, and until the failure. */
  atMs: number;
  tookMs: number;
}

/** A charged answer, to be found again in ledger and metering. */
export interface ChargedAnswer {
  requestId: string;
  records: number;
}

/** What all clients together did and saw. */
export interface LoadResult {
  /** Unix time, milliseconds. */
  startedAt: number;
  seconds: number;
  requests: number;
  byOperation: Record<string, number>;
  /** By instance that answered. */
  byInstance: Record<string, number>;
  failures: FailedRequest[];
  /** Answers to first requests, which the account pays for. */
  charged: ChargedAnswer[];
  replays: number;
  /** Of requests that were answered, milliseconds. */
  latencies: number[];
}

interface AnsweredRequest {
  pathAndQuery: string;
  operation: Operation;
  idempotencyKey: string;
  digest: string;
}

const REPLAY_PROBABILITY = 0.05;
/** Answers to ask for again, and companies to ask for. */
const REMEMBERED = 200;

/** Clients that ask at a steady rate, and never again when something fails. */
export class Load {
  private readonly agent: Agent;
  private readonly answered: AnsweredRequest[] = [];
  private readonly slugs: string[] = [];
  private readonly result: LoadResult = {
    ...{
      startedAt: 0,
      seconds: 0,
      requests: 0,
      byOperation: {},
      byInstance: {},
      failures: [],
      charged: [],
      replays: 0,
    },
    latencies: [],
  };
  private startedAt = 0;
  private stopping = false;
  private clients: Promise<void>[] = [];

  constructor(private readonly options: LoadOptions) {
    this.agent = new Agent({ keepAlive: !options.newConnections, maxSockets: options.connections });
  }

  start(): void {
    this.startedAt = performance.now();
    this.result.startedAt = Date.now();
    const { connections } = this.options;
    this.clients = Array.from({ length: connections }, (_, index) => this.run(index));
  }

  /** So far. */
  get counts(): { requests: number; failures: number } {
    return { requests: this.result.requests, failures: this.result.failures.length };
  }

  /** Lets every client have its answer. */
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
      // Who was held up does not ask all the faster afterwards.
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

  /** An earlier request again: the same bytes, for nothing, whoever answers. */
  private async askAgain(): Promise<void> {
    const earlier = this.answered[Math.floor(Math.random() * this.answered.length)]!;
    const { operation, pathAndQuery, idempotencyKey, digest } = earlier;
    const { requestId, exchange } = await this.send(operation, pathAndQuery, idempotencyKey);
    if (exchange.status !== 200) return;
    this.result.replays += 1;
    if (!exchange.isReplay || exchange.consumed !== 0 || exchange.digest !== digest) {
      const isSame = exchange.digest === digest;
      const said = `asked again: replayed ${exchange.isReplay}, consumed ${exchange.consumed}, same bytes ${isSame}`;
      this.fail(requestId, operation, exchange, said);
    }
  }

  private async send(operation: Operation, pathAndQuery: string, idempotencyKey: string | undefined) {
    const { url, apiKey } = this.options;
    const requestId = randomUUID();
    const exchange = await sendRequest({
      agent: this.agent,
      url: url + pathAndQuery,
      ...{ apiKey, requestId, idempotencyKey },
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
      ...{ requestId, operation, status, reason, servedBy },
      atMs: Math.round(performance.now() - this.startedAt),
      tookMs: Math.round(milliseconds),
    });
  }
}

function remember<Item>(items: Item[], item: Item): void {
  if (items.length < REMEMBERED) items.push(item);
  else items[Math.floor(Math.random() * REMEMBERED)] = item;
}
