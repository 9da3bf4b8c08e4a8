import { ServiceError, type CallContext } from '@heliograph/runtime';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue, QueueRefusal } from './fair-queue';
import { DEAR_COST, LONG_QUERY, laneBounds, type Lane, type LaneSettings } from './lanes';
import type { AdmissionMetrics, AdmissionRefusal } from './metrics';

/** For whom something runs, and until when. */
export type Caller = Pick<CallContext, 'accountId' | 'deadline' | 'signal'>;

/** Milliseconds before the deadline at which a verdict must be there, to reach the caller in time. */
const VERDICT_MS = 250;
/** A search that was judged cheap and takes longer than this was not. */
const CHEAP_LIMIT_MS = 1_000;
/** Searches are told to come again within this. */
const LONGEST_RETRY_SECONDS = 60;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Milliseconds that a unit of cost takes, until measured. */
const FIRST_PACE = 0.001;

type QueueReason = Exclude<AdmissionRefusal, 'cost'>;

class OutOfTime extends Error {}

/**
 * Decides when a search runs: fairly by account, dear ones apart from cheap ones, and none that could not end in time. Costs are told
 * before by whoever plans the search; nothing here knows what executes it.
 */
export class Admission {
  private readonly queues: Readonly<Record<Lane, FairQueue>>;
  /** The search that ended last ran out of time although it was judged cheap: then it is the database that is slow, not the search. */
  private isStuck = false;

  constructor(
    settings: LaneSettings,
    private readonly metrics: AdmissionMetrics,
  ) {
    const bounds = laneBounds(settings);
    this.queues = {
      plan: new FairQueue(bounds.plan, FIRST_PACE),
      cheap: new FairQueue(bounds.cheap, FIRST_PACE),
      dear: new FairQueue(bounds.dear, FIRST_PACE),
      semantic: new FairQueue(bounds.semantic, FIRST_PACE),
    };
    metrics.watch(this.queues);
  }

  /**
   * Plans a query; a long one when its turn comes, one in each turn of the event loop.
   *
   * @param length of the query, in characters.
   * @throws ServiceError `rate_limited`
   */
  async plan<Result>(caller: Caller, length: number, work: () => Result): Promise<Result> {
    if (length < LONG_QUERY) return work();
    return this.run('plan', caller, length, async () => {
      await nextTurn();
      return work();
    });
  }

  /**
   * Runs a search when its turn comes. One that was judged cheap and runs long begins again among the dear ones, so that a wrong judgement holds a cheap place for a second.
   *
   * @param work is told the lane, and a signal that aborts when it has to end.
   * @throws ServiceError `rate_limited` when it is refused or does not end in time; the signal's reason when nobody waits any more.
   */
  async search<Result>(
    caller: Caller,
    cost: number,
    work: (lane: 'cheap' | 'dear', signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (cost < DEAR_COST) {
      try {
        return await this.run('cheap', caller, cost, (signal) => work('cheap', signal), CHEAP_LIMIT_MS);
      } catch (error) {
        if (!(error instanceof OutOfTime)) throw error;
        this.metrics.demoted();
      }
    }
    try {
      return await this.run('dear', caller, Math.max(cost, DEAR_COST), (signal) => work('dear', signal));
    } catch (error) {
      if (error instanceof OutOfTime) throw this.refusal('dear', 'unfinished', 0);
      throw error;
    }
  }

  /**
   * Runs a semantic search when its turn comes; its own time-outs end it.
   *
   * @throws ServiceError `rate_limited`
   */
  semantic<Result>(caller: Caller, cost: number, work: () => Promise<Result>): Promise<Result> {
    return this.run('semantic', caller, cost, work);
  }

  private async run<Result>(
    lane: Lane,
    caller: Caller,
    cost: number,
    work: (signal: AbortSignal) => Promise<Result>,
    limitMs = Infinity,
  ): Promise<Result> {
    const queue = this.queues[lane];
    const { accountId, signal, deadline } = caller;
    const entered = performance.now();
    // What cannot end in time is not begun; half of the time is for waiting, though, since expectations err.
    const leftMs = Math.max(0, deadline - VERDICT_MS - Date.now());
    const latestStart = Date.now() + leftMs - Math.min(queue.expectedMs(cost), leftMs / 2);
    let leave: () => void;
    try {
      leave = await queue.enter({ accountId, cost, latestStart, signal });
    } catch (error) {
      if (error instanceof QueueRefusal) throw this.refusal(lane, error.reason, error.waitMs);
      this.metrics.cancelled(lane);
      throw error;
    }
    const started = performance.now();
    this.metrics.waited(lane, started - entered);
    try {
      const result = await within(Math.min(limitMs, deadline - VERDICT_MS - Date.now()), signal, work);
      if (lane !== 'plan') this.isStuck = false;
      this.metrics.ran(lane, (performance.now() - started) / Math.max(1, cost * FIRST_PACE));
      return result;
    } catch (error) {
      if (lane === 'cheap' && error instanceof OutOfTime) this.isStuck = true;
      if (signal.aborted) this.metrics.cancelled(lane);
      throw error;
    } finally {
      leave();
    }
  }

  private refusal(lane: Lane, reason: QueueReason, waitMs: number): ServiceError {
    this.metrics.refused(lane, reason);
    if (this.isStuck && lane !== 'plan') {
      return new ServiceError('unavailable', 'The service is temporarily unavailable. Try again shortly.', {
        retryAfterSeconds: 1,
      });
    }
    const retryAfterSeconds = Math.min(LONGEST_RETRY_SECONDS, Math.max(1, Math.ceil(waitMs / 1000)));
    return new ServiceError('rate_limited', TEXTS[reason](lane), { retryAfterSeconds });
  }
}

const KINDS: Readonly<Record<Lane, string>> = {
  plan: 'long queries',
  cheap: 'searches',
  dear: 'costly searches',
  semantic: 'semantic searches',
};
const kindOf = (lane: Lane) => KINDS[lane];
const TEXTS: Readonly<Record<QueueReason, (lane: Lane) => string>> = {
  account: (lane) => `Too many ${kindOf(lane)} of this account are waiting. Send fewer at once.`,
  full: (lane) => `Too many ${kindOf(lane)} are waiting. Try again shortly.`,
  late: (lane) =>
    `The turn of this search among ${kindOf(lane)} would come too late. Try again shortly, or send fewer at once.`,
  unfinished: () =>
    'This search costs much and did not end in time. Narrow it by date, ask for rarer words or fewer groups, or try again when there is less to do.',
};

/** Runs work until it ends, the time is over or the signal aborts; it is told by its own signal, and its turn lasts until it has ended. */
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
