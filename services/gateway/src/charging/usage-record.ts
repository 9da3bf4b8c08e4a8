import type { ledger } from '@heliograph/proto';
import { dollarsOfMicros } from '@heliograph/runtime';
import type { DayOfUsage } from '../domain/usage-days';

/** What an account used in a month and what it has left, as `GET /usage` shows it. */
export function usageRecord(usage: ledger.Usage, days: DayOfUsage[] | undefined) {
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
    ...fundsRecord(usage),
  };
}

/** What an account has left now. */
export function fundsRecord({ api, cli, web, balanceMicros, balanceRecords, subscription }: ledger.Usage) {
  return {
    allowances: { api: allowanceRecord(api), cli: allowanceRecord(cli), web: allowanceRecord(web) },
    balance: {
      currency: 'USD',
      amount: dollarsOfMicros(balanceMicros),
      records: Number(balanceRecords),
    },
    subscription: subscription
      ? {
          periodStart: new Date(Number(subscription.periodStartMs)).toISOString(),
          periodEnd: new Date(Number(subscription.periodEndMs)).toISOString(),
          cli: allowanceRecord(subscription.cli),
        }
      : null,
  };
}

function allowanceRecord(allowance: ledger.Allowance | undefined) {
  return {
    granted: Number(allowance?.granted ?? 0n),
    used: Number(allowance?.used ?? 0n),
    remaining: Number(allowance?.remaining ?? 0n),
  };
}
