import type { Logger } from '@heliograph/runtime';
import { dayOfMonth, monthOf, previousMonthOf } from '../domain/calendar';
import type { ReconciliationStore } from '../storage/reconciliation-store';
import type { Reconciliation } from './reconciler';

interface ScheduledParts {
  logger: Logger;
  store: Pick<ReconciliationStore, 'begin' | 'renew' | 'finish' | 'finished'>;
  /** Calls `onProgress` before each page. */
  reconcile(month: string, onProgress: () => Promise<void>): Promise<Reconciliation>;
  intervalMs: number;
  /** Milliseconds since the Unix epoch. */
  clock(): number;
}

/** A month's late events arrive in these first days of the next. */
const DAYS_OF_PREVIOUS_MONTH = 3;

/**
 * The months to reconcile at a moment: the current one and, in its first days and while it has differences, also the
 * previous one.
 */
export async function monthsToReconcile(
  store: Pick<ReconciliationStore, 'finished'>,
  nowMs: number,
): Promise<{ current: string; previous?: string }> {
  const [current, previous] = [monthOf(nowMs), previousMonthOf(nowMs)];
  if (dayOfMonth(nowMs) <= DAYS_OF_PREVIOUS_MONTH) return { current, previous };
  const [last] = await store.finished([previous]);
  return last && last.differences > 0 ? { current, previous } : { current };
}

/**
 * One round of the schedule; members of the group share the work. Differences are logged as an error; the next round
 * rechecks what was still in flight.
 */
export async function reconcileOnSchedule(parts: ScheduledParts): Promise<void> {
  const { logger, store } = parts;
  for (const month of Object.values(await monthsToReconcile(store, parts.clock()))) {
    // A tenth less than the interval, because the members' timers drift.
    if (!(await store.begin(month, Math.round(parts.intervalMs * 0.9)))) continue;
    const { ledger, metering, differenceCount, isCaughtUp } = await parts.reconcile(month, () =>
      store.renew(month),
    );
    const counts = {
      month,
      differences: Number(differenceCount),
      ledger: { requests: String(ledger.requests), records: String(ledger.records) },
      metering: { requests: String(metering.requests), records: String(metering.records) },
    };
    if (!isCaughtUp && differenceCount > 0n) {
      logger.warn(counts, 'reconciliation found differences while events were in flight');
      continue;
    }
    await store.finish(month, differenceCount);
    if (differenceCount > 0n) logger.error(counts, 'ledger and metering differ');
    else logger.info(counts, 'ledger and metering agree');
  }
}

/** For metrics: differences by `current` and `previous` month. */
export async function latestReconciliation(parts: Pick<ScheduledParts, 'store' | 'clock'>) {
  const months = await monthsToReconcile(parts.store, parts.clock());
  const finished = await parts.store.finished(Object.values(months));
  const named = Object.entries(months).flatMap(([name, month]) => {
    const found = finished.find((reconciliation) => reconciliation.month === month);
    return found === undefined ? [] : [[name, found.differences] as const];
  });
  const finishedAtSeconds =
    finished.length > 0
      ? Math.max(...finished.map(({ finishedAt }) => finishedAt.getTime())) / 1000
      : undefined;
  return { differences: Object.fromEntries(named), finishedAtSeconds };
}
