import { dateOfDayNumber, dayNumberOf } from './calendar';
import type { UsageEvent } from './usage-event';
import type { TotalField, UsageKey } from './usage-total';

/** Events per batch: with each event within its bounds, the totals stay exact in a double. */
export const MAXIMUM_BATCH = 2_000;

/** A batch's addition to one day's totals. */
export type DayIncrement = UsageKey & { date: string } & Record<TotalField, number>;

/**
 * What events add to the totals, one item per day and key, in an order shared by all members of the group: rows are
 * locked in this order, so batches never deadlock.
 */
export function aggregate(events: Iterable<UsageEvent>): DayIncrement[] {
  const increments = new Map<string, DayIncrement>();
  for (const event of events) {
    const dayNumber = dayNumberOf(event.timeMs);
    const key = `${event.accountId} ${dayNumber} ${event.credentialId} ${event.channel} ${event.operation}`;
    let increment = increments.get(key);
    if (!increment) {
      const { accountId, credentialId, channel, operation } = event;
      increment = {
        accountId,
        date: dateOfDayNumber(dayNumber),
        credentialId,
        channel,
        operation,
        requests: 0,
        records: 0,
        allowanceRecords: 0,
        prepaidRecords: 0,
        subscriptionRecords: 0,
        prepaidMicros: 0,
      };
      increments.set(key, increment);
    }
    const sign = event.isVoid ? -1 : 1;
    increment.requests += sign;
    increment.records += sign * event.records;
    increment.allowanceRecords += sign * event.allowanceRecords;
    increment.prepaidRecords += sign * event.prepaidRecords;
    increment.subscriptionRecords += sign * event.subscriptionRecords;
    increment.prepaidMicros += sign * event.prepaidMicros;
  }
  return [...increments.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, increment]) => increment);
}
