import { BackOff, isUnavailable, timeOfUuid, uuidv7, type FailureLog } from '@heliograph/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MeteringClient } from '../clients';
import type { Exchange } from '../http/exchange';
import type { GatewayMetrics } from '../metrics';
import { LogBuffer } from './log-buffer';
import { loggedQuery } from './logged-query';

/** How long an entry waits for others to join its batch. */
const BATCH_DELAY_MS = 500;
const MAXIMUM_BATCH = 500;
const SEND_TIMEOUT_MS = 5_000;
const PAUSES = { firstMs: 250, longestMs: 10_000 };
const MAXIMUM_MICROS = 2 ** 32 - 1;
const NO_ERROR = 'none';

interface RequestLogParts {
  metering: Pick<MeteringClient, 'recordRequests'>;
  failures: Pick<FailureLog, 'warn'>;
  metrics: Pick<GatewayMetrics, 'requestsLogged'>;
}

/** How a request ended, where its exchange does not say. */
interface Outcome {
  status: number;
  /** `none` for a success. */
  code: string;
  /** The operation, if not the exchange's. */
  operation?: string;
  method?: string;
  route?: string;
}

/**
 * Sends answered requests to metering in batches, after their responses, one batch at a time. If metering does not
 * answer, entries are delayed and finally lost, which is counted; requests never are. No entry holds a path with values
 * or a key, and a query only if its account chose that.
 *
 * If the process dies, waiting entries are lost, usually half a second's worth. If it dies after metering stored a
 * batch and before it heard of it, nothing is lost; sending a batch again changes nothing.
 */
export class RequestLog {
  private readonly buffer = new LogBuffer();
  private readonly stopped = new AbortController();
  private batch: ReturnType<LogBuffer['take']> = [];
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;

  constructor(private readonly parts: RequestLogParts) {}

  /** Entries that metering has not confirmed. */
  get pending(): number {
    return this.batch.length + this.buffer.size;
  }

  /** Age of the oldest unconfirmed entry, in seconds. */
  get lagSeconds(): number {
    const oldestMs = this.batch[0] ? timeOfUuid(this.batch[0].id) : this.buffer.oldestMs;
    return oldestMs === undefined ? 0 : Math.max(0, Date.now() - oldestMs) / 1000;
  }

  /** Adds an answered request with a valid credential; others are not logged. */
  add(exchange: Exchange, { status, code, operation, method, route }: Outcome): void {
    const { credential } = exchange;
    if (!credential) return;
    const isAdded = this.buffer.add({
      accountId: credential.accountId,
      requestId: exchange.requestId,
      credentialId: credential.credentialId,
      channel: exchange.interfaceName,
      isTest: credential.isTest,
      method: method ?? exchange.method,
      route: route ?? exchange.route,
      operation: operation ?? exchange.operation,
      status,
      errorCode: code === NO_ERROR ? '' : code,
      records: exchange.records,
      receipt: exchange.receipt,
      isReplayed: exchange.isReplayed,
      query: credential.logsQueries ? loggedQuery(exchange.rawQuery) : undefined,
      durationMicros: Math.min(Math.round((performance.now() - exchange.startedAt) * 1000), MAXIMUM_MICROS),
    });
    if (!isAdded) this.parts.metrics.requestsLogged('dropped', 1);
    else if (this.timer === undefined && this.sending === undefined) this.scheduleBatch();
  }

  /** Sends what is left for up to this long, then gives up and counts the rest as dropped. */
  async drain(timeoutMs: number): Promise<void> {
    clearTimeout(this.timer);
    // Ends any pause after a failure; later failures are given up.
    this.stopped.abort();
    this.sending ??= this.sendAll();
    await Promise.race([this.sending, sleep(timeoutMs, undefined, { ref: false })]);
    this.parts.metrics.requestsLogged('dropped', this.pending);
  }

  private scheduleBatch(): void {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.sending = this.sendAll().finally(() => {
        this.sending = undefined;
        if (this.buffer.size > 0 && !this.stopped.signal.aborted) this.scheduleBatch();
      });
    }, BATCH_DELAY_MS).unref();
  }

  /** Never rejects. */
  private async sendAll(): Promise<void> {
    while ((this.batch = this.buffer.take(MAXIMUM_BATCH)).length > 0) {
      const count = this.batch.length;
      const isSent = await this.send();
      this.batch = [];
      this.parts.metrics.requestsLogged(isSent ? 'sent' : 'dropped', count);
      // Entries wait for the next half second, unless they fill a whole batch.
      if (this.buffer.size < MAXIMUM_BATCH && !this.stopped.signal.aborted) return;
    }
  }

  /** @returns whether metering has confirmed the batch. */
  private async send(): Promise<boolean> {
    const backOff = new BackOff(PAUSES);
    for (;;) {
      try {
        await this.parts.metering.recordRequests(
          { requests: this.batch },
          { requestId: uuidv7(), timeoutMs: SEND_TIMEOUT_MS },
        );
        return true;
      } catch (error) {
        const isOver = this.stopped.signal.aborted;
        if (!isUnavailable(error) || isOver) {
          this.parts.failures.warn({ err: error, entries: this.batch.length }, 'requests were not logged');
          return false;
        }
        await sleep(backOff.nextMs(), undefined, { ref: false, signal: this.stopped.signal }).catch(
          () => undefined,
        );
      }
    }
  }
}
