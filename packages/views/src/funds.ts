import type { ledger } from '@heliograph/proto';
import { dollarsOfMicros } from '@heliograph/runtime';
import { timestampOf } from './timestamp';

/** An allowance in records, or in searches for the web. */
export interface AllowanceView {
  granted: number;
  used: number;
  remaining: number;
}

export function allowanceView(allowance: ledger.Allowance | undefined): AllowanceView {
  return {
    granted: Number(allowance?.granted ?? 0n),
    used: Number(allowance?.used ?? 0n),
    remaining: Number(allowance?.remaining ?? 0n),
  };
}

/** A prepaid balance in dollars, exact. */
export function balanceView(micros: bigint) {
  return { currency: 'USD', amount: dollarsOfMicros(micros) };
}

/** A running subscription's period and the records it grants. */
export function subscriptionView({ periodStart, periodEnd, cli }: ledger.Subscription) {
  return {
    periodStart: timestampOf(periodStart),
    periodEnd: timestampOf(periodEnd),
    cli: allowanceView(cli),
  };
}

/** What an account has left. */
export function fundsView({ api, cli, web, balanceMicros, balanceRecords, subscription }: ledger.Usage) {
  return {
    allowances: { api: allowanceView(api), cli: allowanceView(cli), web: allowanceView(web) },
    balance: { ...balanceView(balanceMicros), records: Number(balanceRecords) },
    subscription: subscription ? subscriptionView(subscription) : null,
  };
}

/**
 * An account's usage in a month and what it has left, as in `GET /usage`.
 *
 * @param days omit if unknown.
 */
export function usageView<Day>(usage: ledger.Usage, days?: Day[]) {
  return {
    month: usage.month,
    requests: Number(usage.requests),
    records: Number(usage.records),
    byOperation: usage.byOperation.map(({ operation, requests, records }) => ({
      operation,
      requests: Number(requests),
      records: Number(records),
    })),
    ...(days && { days }),
    ...fundsView(usage),
  };
}
