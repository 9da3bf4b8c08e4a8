import type { Slices } from '@heliograph/read-model';
import { ServiceError, type CallContext } from '@heliograph/runtime';
import { advance, runInTurns, UNFINISHED } from '../engine/run-slices';
import { FairQueue, QueueRefusal } from './fair-queue';
import {
  CHEAP_SLICE_MS,
  EXPENSIVE_COST,
  EXPENSIVE_SLICE_MS,
  laneBounds,
  type Lane,
  type LaneSettings,
} from './lanes';
import type { AdmissionMetrics, AdmissionRefusal } from './metrics';

/** Who something runs for, and until when. */
export type Caller = Pick<CallContext, 'accountId' | 'deadline' | 'signal'>;

/** Milliseconds reserved before the deadline, for the response to reach the caller. */
const VERDICT_MS = 250;
/** The longest `Retry-After` of a search. */
const LONGEST_RETRY_SECONDS = 60;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Milliseconds per nanosecond of expected cost, until measured. */
const FIRST_PACE = 1e-6;

type QueueReason = Exclude<AdmissionRefusal, 'cost'>;

class OutOfTime extends Error {}

/**
 * Decides when a search runs. Most take microseconds and run immediately. Those that take milliseconds run in slices, a
 * few concurrently and in turns by account, so that no account's expensive searches hold up another's. A search that could
 * not finish in time is not started.
 */
export class Admission {
  private readonly queues: Readonly<Record<Lane, FairQueue>>;

  constructor(
    settings: LaneSettings,
    private readonly metrics: AdmissionMetrics,
  ) {
    const bounds = laneBounds(settings);
    this.queues = {
      expensive: new FairQueue(bounds.expensive, FIRST_PACE),
      semantic: new FairQueue(bounds.semantic, FIRST_PACE),
      engine: new FairQueue(bounds.engine, FIRST_PACE),
      log: new FairQueue(bounds.log, FIRST_PACE),
    };
    metrics.watch(this.queues);
  }

  /**
   * Runs a search: immediately if it should be cheap, otherwise when its turn comes. A search that takes longer than
   * expected pauses, and continues when its turn comes.
   *
   * @param cost expected nanoseconds of CPU time.
   * @throws ServiceError `rate_limited` when it is refused or does not end in time; the signal's reason if the caller
   *   cancels.
   */
  async search<Result>(caller: Caller, cost: number, begin: () => Slices<Result>): Promise<Result> {
    const slices = begin();
    if (cost < EXPENSIVE_COST) {
      const result = advance(slices, CHEAP_SLICE_MS);
      if (result !== UNFINISHED) return result;
      this.metrics.demoted();
    }
    try {
      return await this.run('expensive', caller, Math.max(cost, EXPENSIVE_COST), (signal) =>
        runInTurns(slices, EXPENSIVE_SLICE_MS, signal),
      );
    } catch (error) {
      if (error instanceof OutOfTime) throw this.refusal('expensive', 'unfinished', 0);
      throw error;
    }
  }

  /**
   * Runs a semantic search when its turn comes; its own timeouts end it.
   *
   * @throws ServiceError `rate_limited`
   */
  semantic<Result>(caller: Caller, cost: number, work: () => Promise<Result>): Promise<Result> {
    return this.run('semantic', caller, cost, work);
  }

  /**
   * Reads changes from the catalog's log, when its turn comes. Feeds that resume far back are free, and each read takes
   * thousands of rows.
   *
   * @throws ServiceError `rate_limited`; the signal's reason if the caller cancels.
   */
  log<Result>(caller: Caller, cost: number, work: () => Promise<Result>): Promise<Result> {
    return this.run('log', caller, cost, work);
  }

  /**
   * Runs a search that another server answers, when its turn comes.
   *
   * @param work rejects with the signal's reason when that aborts.
   * @throws ServiceError `rate_limited` when it is refused or does not end in time; the signal's reason if the caller
   *   cancels.
   */
  async engine<Result>(
    caller: Caller,
    cost: number,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.run('engine', caller, cost, work);
    } catch (error) {
      if (error instanceof OutOfTime) throw this.refusal('engine', 'unfinished', 0);
      throw error;
    }
  }

  private async run<Result>(
    lane: Lane,
    caller: Caller,
    cost: number,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const queue = this.queues[lane];
    const { accountId, signal, deadline } = caller;
    const entered = performance.now();
    // Work that cannot finish in time is not started. Still, half of the time is for waiting, because estimates err.
    const leftMs = Math.max(0, deadline - VERDICT_MS - performance.now());
    const latestStart = performance.now() + leftMs - Math.min(queue.expectedMs(cost), leftMs / 2);
    let release: () => void;
    try {
      release = await queue.acquire({ accountId, cost, latestStart, signal });
    } catch (error) {
      if (error instanceof QueueRefusal) throw this.refusal(lane, error.reason, error.waitMs);
      this.metrics.cancelled(lane);
      throw error;
    }
    const started = performance.now();
    this.metrics.waited(lane, started - entered);
    try {
      const result = await within(deadline - VERDICT_MS - performance.now(), signal, work);
      this.metrics.ran(lane, (performance.now() - started) / (cost * FIRST_PACE));
      return result;
    } catch (error) {
      if (signal.aborted) this.metrics.cancelled(lane);
      throw error;
    } finally {
      release();
    }
  }

  private refusal(lane: Lane, reason: QueueReason, waitMs: number): ServiceError {
    this.metrics.refused(lane, reason);
    const retryAfterSeconds = Math.min(LONGEST_RETRY_SECONDS, Math.max(1, Math.ceil(waitMs / 1000)));
    return new ServiceError('rate_limited', TEXTS[reason](lane), { retryAfterSeconds });
  }
}

const KINDS: Readonly<Record<Lane, string>> = {
  expensive: 'expensive searches',
  semantic: 'semantic searches',
  engine: 'searches',
  log: 'reads of old changes',
};
const kindOf = (lane: Lane) => KINDS[lane];
const TEXTS: Readonly<Record<QueueReason, (lane: Lane) => string>> = {
  account: (lane) => `Too many ${kindOf(lane)} from this account are waiting. Send fewer in parallel.`,
  full: (lane) => `Too many ${kindOf(lane)} are waiting. Try again shortly.`,
  late: (lane) =>
    `This search would wait too long behind other ${kindOf(lane)}. Try again shortly, or send fewer in parallel.`,
  unfinished: () =>
    'This search is expensive and did not finish in time. Narrow it by date, use rarer words or fewer groups, or try again later.',
};

/**
 * Runs work until it ends, time is up, or the signal aborts. The work is aborted by its own signal, and its turn lasts
 * until it has ended.
 */
async function within<Result>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  const timer = setTimeout(
    () => controller.abort(new OutOfTime('out of time')),
    Math.min(LONGEST_TIMER_MS, ms),
  );
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
