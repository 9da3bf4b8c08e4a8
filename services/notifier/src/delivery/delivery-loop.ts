import { uuidv7, type Logger } from '@heliograph/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import type { QueueTime } from '../domain/queue-time';
import { LeaseLostError, type Busy, type DeliveryStore, type Lease } from '../storage/delivery-store';
import { BackOffs } from './back-offs';
import type { Courier, NextCheck, StepOutcome } from './courier';

interface DeliveryLoopParts {
  deliveries: DeliveryStore;
  courier: Pick<Courier, 'step'>;
  logger: Logger;
  metrics: { failed(step: 'queue' | 'deliver'): void };
  /** Whether as many statements wait for a connection as there are connections. */
  isDatabaseBusy(): boolean;
  /** How long to wait between checks of the queue when nothing wakes the loop. */
  pollMs: number;
}

/** Concurrent saved searches: in this process, and per account. */
const MAXIMUM_CONCURRENT = 512;
const MAXIMUM_PER_ACCOUNT = 8;
/**
 * Per host: from the first number on, one per account, so that a few accounts with hanging receivers hold up none of the
 * others at a host that many use; and in all, so that such a host leaves room for others.
 */
const SHARED_HOST = 16;
const MAXIMUM_PER_HOST = 128;
/**
 * How many of those may have started within the last second. Slower ones only wait for a receiver, and cost a socket
 * and their text: a hanging receiver takes a responsive one's place for a second, not until its timeout. Unless they
 * wait for the database: then none start, since all would be slower, and users' calls and matching with them.
 */
const MAXIMUM_PROMPT = 64;
const PROMPT_MS = 1_000;
/** How long to wait for a busy database. */
const DATABASE_BUSY_MS = 20;
/** Saved searches claimed at once; limits can be exceeded by at most this many. */
const MAXIMUM_CLAIMED = 8;
/** Steps before the lease is returned, so that the account's other searches get a turn. */
const MAXIMUM_STEPS = 20;
/**
 * Pauses after failures that are no receiver's fault: the ledger or the database is down. Recovery is noticed within a
 * minute.
 */
const FAILURE_PAUSES = { firstMs: 2_000, longestMs: 60_000 };
/**
 * Pauses for disabled or suspended accounts: in the first hour, deliveries resume about as late as the account was
 * inactive; after that, it costs one check per hour.
 */
const INACTIVE_PAUSES = { firstMs: 10_000, longestMs: 3_600_000 };

/**
 * Works through the queue, each saved search separately: a hanging receiver holds up no other, and an account or a host
 * takes no more than its share.
 */
export class DeliveryLoop {
  private readonly stopping = new AbortController();
  private readonly running = new Map<Promise<void>, { lease: Lease; beganAtMs: number }>();
  /** Saved searches that are failing, or whose accounts are inactive. */
  private readonly failures = new BackOffs(FAILURE_PAUSES);
  private readonly inactive = new BackOffs(INACTIVE_PAUSES);
  private loop: Promise<void> = Promise.resolve();
  private wakeUp = new AbortController();

  constructor(private readonly parts: DeliveryLoopParts) {}

  start(): void {
    this.loop = this.run();
  }

  /** Checks the queue now. */
  readonly wake = (): void => this.wakeUp.abort();

  /** Resolves when nothing is in progress; attempts end by their timeout. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.loop;
    await Promise.all(this.running.keys());
  }

  private async run(): Promise<void> {
    const { deliveries, logger, metrics, pollMs } = this.parts;
    while (!this.stopping.signal.aborted) {
      this.wakeUp = new AbortController();
      let claimed: Lease[] = [];
      const isDatabaseBusy = this.parts.isDatabaseBusy();
      try {
        const busy = this.busy();
        // One by one, so that none of a shared host's accounts gets several.
        const most = Math.min(this.room(), busy.atSharedHosts.length > 0 ? 1 : MAXIMUM_CLAIMED);
        if (most > 0 && !isDatabaseBusy) claimed = await deliveries.claim(most, uuidv7(), busy);
      } catch (error) {
        metrics.failed('queue');
        logger.warn({ err: error }, 'the queue of webhooks could not be read');
      }
      for (const lease of claimed) this.begin(lease);
      if (claimed.length > 0) continue;
      const pauseMs = isDatabaseBusy ? DATABASE_BUSY_MS : pollMs;
      await delay(pauseMs, undefined, { signal: this.wakeUp.signal }).catch(() => undefined);
    }
  }

  private begin(lease: Lease): void {
    const work = this.deliver(lease).finally(() => {
      this.running.delete(work);
      this.wake();
    });
    this.running.set(work, { lease, beganAtMs: performance.now() });
  }

  private async deliver(lease: Lease): Promise<void> {
    const { deliveries, logger, metrics } = this.parts;
    try {
      const { next, hold } = await this.advance(lease);
      await deliveries.release(lease, this.timeOf(next, lease), hold);
      this.failures.forget(lease.savedSearchId);
    } catch (error) {
      // The new holder of the lease continues from what is stored.
      if (error instanceof LeaseLostError) return;
      metrics.failed('deliver');
      logger.warn(
        { err: error, savedSearchId: lease.savedSearchId },
        'deliveries could not be advanced; retrying',
      );
      // If this fails too, the lease expires.
      const next = this.failures.next(lease.savedSearchId);
      await deliveries.release(lease, next).catch(() => undefined);
    }
  }

  private async advance(lease: Lease): Promise<Extract<StepOutcome, { done: true }>> {
    for (let steps = 0; steps < MAXIMUM_STEPS && !this.stopping.signal.aborted; steps++) {
      const outcome = await this.parts.courier.step(lease);
      if (outcome.done) return outcome;
      // An attempt may take half of the lease.
      await this.parts.deliveries.extend(lease);
    }
    return { done: true, next: { inMs: 0 } };
  }

  private timeOf(next: NextCheck, { savedSearchId }: Lease): QueueTime {
    if (next === 'inactive') return this.inactive.next(savedSearchId);
    this.inactive.forget(savedSearchId);
    return next;
  }

  private room(): number {
    const now = performance.now();
    const prompt = [...this.running.values()].filter(({ beganAtMs }) => now - beganAtMs < PROMPT_MS).length;
    return Math.min(MAXIMUM_CONCURRENT - this.running.size, MAXIMUM_PROMPT - prompt);
  }

  private busy(): Busy {
    const leases = [...this.running.values()].map(({ lease }) => lease);
    const hosts = leases.flatMap(({ host }) => host ?? []);
    const shared = new Set(namesWithMinimumCount(hosts, SHARED_HOST));
    return {
      accountIds: namesWithMinimumCount(
        leases.map(({ accountId }) => accountId),
        MAXIMUM_PER_ACCOUNT,
      ),
      hosts: namesWithMinimumCount(hosts, MAXIMUM_PER_HOST),
      atSharedHosts: leases.flatMap(({ accountId, host }) =>
        host !== null && shared.has(host) ? [{ accountId, host }] : [],
      ),
    };
  }
}

/** Names that occur at least `times` times. */
function namesWithMinimumCount(names: readonly string[], times: number): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= times).map(([name]) => name);
}
