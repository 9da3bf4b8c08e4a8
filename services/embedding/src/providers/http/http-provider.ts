import { backOffMs, ServiceError, type Logger } from '@heliograph/runtime';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CircuitBreaker, type BreakerState, type Pass } from '../../domain/circuit-breaker';
import type { EmbeddingModel } from '../../domain/embedding-model';
import {
  RefusedTextsError,
  type EmbeddingProvider,
  type EmbeddingWork,
  type ProviderObserver,
  type Purpose,
} from '../provider';
import { semanticUnavailable } from '../semantic-unavailable';
import { failureOf, type EmbeddingApi } from './embedding-api';
import { postJson } from './post-json';
import { ProviderFailure, type FailureReason } from './provider-failure';
import { readVectors } from './read-vectors';
import { Slots, SlotsFullError, SlotTooLateError } from './slots';

interface HttpProviderOptions {
  name: string;
  model: EmbeddingModel;
  api: EmbeddingApi;
  /** Per attempt. */
  timeoutMs: number;
  /** Concurrent attempts. */
  concurrency: number;
  logger: Logger;
  observer: ProviderObserver & { onBreaker(state: BreakerState): void };
}

const MAXIMUM_ATTEMPTS = 4;
const BACK_OFF = { firstMs: 200, longestMs: 800 };
/** Pauses of documents after a 429 that does not say how long to wait; refused requests count toward limits, too. */
const DOCUMENT_PAUSES = { firstMs: 1_000, longestMs: 30_000 };
const BREAKER = { failuresToOpen: 5, firstPauseMs: 1_000, longestPauseMs: 60_000 };
/** Maximum requests waiting for a slot. Queries are short and many; a batch of documents may have a hundred texts. */
const MAXIMUM_WAITING = { query: 256, document: 64 } as const;

/** A number as text, with the indentation some vendors use. */
const BYTES_PER_NUMBER = 64;
const OVERHEAD_BYTES = 64 * 1024;

/** A text that any model can embed, to tell a refused text from a refused configuration. */
const HARMLESS_TEXT = 'hello';

/** Failures about the texts sent, not about whether the vendor works. */
const ABOUT_REQUEST: ReadonlySet<FailureReason> = new Set(['request_refused', 'unusable_vector']);

/** Vectors in the order of the texts, undefined for those that were refused. */
type PartlyRefused = (Float32Array | undefined)[];

/**
 * A vendor behind HTTP: retried if that may help and there is time, left alone while it fails, never overloaded, and
 * never trusted.
 */
export class HttpProvider implements EmbeddingProvider {
  readonly name: string;
  readonly model: EmbeddingModel;
  private readonly breaker: CircuitBreaker;
  private readonly slots: Slots;
  private readonly closing = new AbortController();
  /** Maximum texts per request, as far as known. */
  private largestRequest: number;
  /** Whether anything was ever embedded with this configuration. */
  private hasWorked = false;
  /** Logged once, until something else fails or it works again. */
  private lastFailure: ProviderFailure | undefined;
  /** On the clock of `performance.now()`: the vendor is rate limiting, so its remaining quota is left to queries. */
  private documentsWaitUntil = 0;
  /** Such pauses since documents were last embedded. */
  private pauses = 0;

  constructor(private readonly options: HttpProviderOptions) {
    this.name = options.name;
    this.model = options.model;
    this.largestRequest = options.model.largestBatch;
    this.slots = new Slots(options.concurrency, MAXIMUM_WAITING);
    // One per attempt and pause.
    setMaxListeners(0, this.closing.signal);
    this.breaker = new CircuitBreaker({
      ...BREAKER,
      clock: () => performance.now(),
      random: Math.random,
      onChange: (state) => {
        options.observer.onBreaker(state);
        if (state === 'half_open') return;
        const isOpen = state === 'open';
        options.logger[isOpen ? 'warn' : 'info'](
          { provider: options.name, ...(isOpen && this.lastFailure?.facts) },
          isOpen
            ? 'the embedding provider keeps failing; pausing requests'
            : 'the embedding provider works again',
        );
      },
    });
  }

  /** Requests waiting for their turn. */
  waiting(purpose: Purpose): number {
    return this.slots.waitingRequests(purpose);
  }

  /** Nothing to wait for: a vendor that is down must not keep this service from reporting so. */
  start(): Promise<void> {
    return Promise.resolve();
  }

  checkReady(): Promise<void> {
    return Promise.resolve();
  }

  async embed(texts: readonly string[], work: EmbeddingWork): Promise<Float32Array[]> {
    try {
      let vectors = await this.embedAll(texts, work);
      // Nothing at all was accepted: the texts may not be the reason.
      if (vectors.every((vector) => !vector) && (await this.repair(work))) {
        vectors = await this.embedAll(texts, work);
      }
      const refused = [...vectors.keys()].filter((index) => !vectors[index]);
      if (refused.length === 0) return vectors as Float32Array[];
      this.options.observer.onFailure('refused_text');
      throw new RefusedTextsError(refused);
    } catch (error) {
      throw this.publicError(error);
    }
  }

  /** Aborts requests in progress. */
  close(): Promise<void> {
    this.closing.abort();
    return Promise.resolve();
  }

  private async embedAll(texts: readonly string[], work: EmbeddingWork): Promise<PartlyRefused> {
    const parts: Promise<PartlyRefused>[] = [];
    for (let start = 0; start < texts.length; start += this.largestRequest) {
      parts.push(this.embedPart(texts.slice(start, start + this.largestRequest), work));
    }
    return (await Promise.all(parts)).flat();
  }

  /** Halves a refused batch until the offending texts are alone, or the vendor accepts the rest. */
  private async embedPart(texts: readonly string[], work: EmbeddingWork): Promise<PartlyRefused> {
    try {
      return await this.request(texts, work);
    } catch (error) {
      if (!isAboutRequest(error)) throw error;
      if (texts.length === 1) return [undefined];
    }
    // Otherwise a bad configuration would be tried with each text.
    if (!this.hasWorked && (await this.repair(work))) return this.embedPart(texts, work);
    const half = Math.ceil(texts.length / 2);
    const vectors = [
      ...(await this.embedPart(texts.slice(0, half), work)),
      ...(await this.embedPart(texts.slice(half), work)),
    ];
    if (vectors.every(Boolean)) this.largestRequest = Math.min(this.largestRequest, half);
    return vectors;
  }

  /**
   * Finds out whether the vendor accepts anything, if necessary with simpler requests.
   *
   * @returns whether requests are simpler from now on.
   * @throws ProviderFailure when nothing is accepted.
   */
  private async repair(work: EmbeddingWork): Promise<boolean> {
    const refusal = await this.probe(work);
    if (!refusal) return false;
    const putBack = refusal.reason === 'request_refused' ? this.options.api.simplify?.() : undefined;
    if (!putBack) throw refusal;
    try {
      const still = await this.probe(work);
      if (still) throw refusal;
      this.options.logger.info(
        { provider: this.name },
        'the embedding provider does not accept dimensions; omitting them',
      );
      return true;
    } catch (error) {
      putBack();
      throw error;
    }
  }

  /** @returns how a harmless text is refused; undefined when it is accepted. */
  private async probe(work: EmbeddingWork): Promise<ProviderFailure | undefined> {
    try {
      await this.request([HARMLESS_TEXT], work);
      return undefined;
    } catch (error) {
      if (isAboutRequest(error)) return error;
      throw error;
    }
  }

  /** One request, with as many attempts as make sense and fit the time. */
  private async request(texts: readonly string[], work: EmbeddingWork): Promise<PartlyRefused> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (work.purpose === 'document') await this.waitForDocumentQuota(work);
        return await this.attempt(texts, work);
      } catch (error) {
        if (!(error instanceof ProviderFailure) || !error.isPassing || attempt === MAXIMUM_ATTEMPTS)
          throw error;
        const waitMs = Math.max(error.retryAfterMs ?? 0, backOffMs(attempt - 1, BACK_OFF));
        if (waitMs >= work.remainingMs()) throw error;
        await this.sleep(waitMs);
      }
    }
  }

  private async attempt(texts: readonly string[], work: EmbeddingWork): Promise<PartlyRefused> {
    // Checked before waiting, to fail immediately, and after, because attempts may have failed meanwhile.
    this.checkBreaker();
    const release = await this.slots.take(work);
    let pass: Pass | undefined;
    try {
      pass = this.breaker.enter();
      if (!pass) this.checkBreaker();
      const vectors = await this.post(texts);
      this.hasWorked = true;
      if (work.purpose === 'document') this.pauses = 0;
      this.lastFailure = undefined;
      pass?.succeeded();
      return vectors;
    } catch (error) {
      if (error instanceof ProviderFailure) this.note(error, pass);
      else pass?.undecided();
      throw error;
    } finally {
      release();
    }
  }

  private async post(texts: readonly string[]): Promise<PartlyRefused> {
    const { api, model, timeoutMs } = this.options;
    const response = await postJson({
      url: api.url,
      headers: api.headers,
      body: api.body(texts),
      timeoutMs,
      maximumBytes: OVERHEAD_BYTES + texts.length * model.dimensions * BYTES_PER_NUMBER,
      signal: this.closing.signal,
    });
    if (response.status !== 200) throw failureOf(api, response, Date.now());
    return readVectors(api.vectors(response.body), { count: texts.length, dimensions: model.dimensions });
  }

  private note(failure: ProviderFailure, pass: Pass | undefined): void {
    const { observer, logger } = this.options;
    if (this.closing.signal.aborted) return;
    observer.onFailure(failure.reason);
    if (failure.reason === 'rate_limited') this.holdDocumentsBack(failure.retryAfterMs);
    // The vendor is alive, and may accept the next request.
    const isUndecided = ABOUT_REQUEST.has(failure.reason) || failure.reason === 'rate_limited';
    const isNew = this.lastFailure?.reason !== failure.reason;
    this.lastFailure = failure;
    if (isNew && !ABOUT_REQUEST.has(failure.reason)) {
      logger.warn({ err: failure, provider: this.name, ...failure.facts }, 'the embedding provider failed');
    }
    if (isUndecided) pass?.undecided();
    else pass?.failed();
  }

  private holdDocumentsBack(askedMs: number | undefined): void {
    const now = performance.now();
    // Requests that were in flight together are one reason to pause.
    if (askedMs === undefined && now < this.documentsWaitUntil) return;
    this.documentsWaitUntil = now + (askedMs ?? backOffMs(this.pauses++, DOCUMENT_PAUSES));
  }

  private async waitForDocumentQuota(work: EmbeddingWork): Promise<void> {
    const waitMs = this.documentsWaitUntil - performance.now();
    if (waitMs <= 0) return;
    if (waitMs >= work.remainingMs()) throw new ProviderFailure('rate_limited', { retryAfterMs: waitMs });
    await this.sleep(waitMs);
  }

  private checkBreaker(): void {
    const waitMs = this.breaker.waitMs();
    if (waitMs <= 0) return;
    this.options.observer.onFailure('left_alone');
    const retryAfterSeconds = Math.ceil(waitMs / 1_000);
    throw new ServiceError(
      'semantic_unavailable',
      `${this.lastFailure?.advice ?? 'The embedding provider fails.'} It has failed repeatedly and is retried in ${retryAfterSeconds} s.`,
      { cause: this.lastFailure, retryAfterSeconds },
    );
  }

  private async sleep(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.closing.signal });
  }

  private publicError(error: unknown): unknown {
    if (error instanceof ProviderFailure) {
      const { retryAfterMs, isPassing, advice } = error;
      const seconds = retryAfterMs === undefined ? 1 : Math.max(1, Math.ceil(retryAfterMs / 1_000));
      return semanticUnavailable(advice, error, isPassing ? seconds : undefined);
    }
    if (error instanceof SlotsFullError) {
      this.options.observer.onFailure('busy');
      return semanticUnavailable(
        'Too many texts are waiting for the embedding provider. Try again shortly; if this persists, raise EMBEDDING_CONCURRENCY.',
        error,
        1,
      );
    }
    if (error instanceof SlotTooLateError) {
      this.options.observer.onFailure('out_of_time');
      return semanticUnavailable(
        'The embedding provider could not handle the request before its deadline. Try again shortly.',
        error,
        1,
      );
    }
    if (this.closing.signal.aborted) {
      return semanticUnavailable('The embedding service is shutting down. Try again shortly.', error, 1);
    }
    return error;
  }
}

function isAboutRequest(error: unknown): error is ProviderFailure {
  return error instanceof ProviderFailure && ABOUT_REQUEST.has(error.reason);
}
