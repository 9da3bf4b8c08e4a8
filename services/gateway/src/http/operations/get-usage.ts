import type { ledger } from '@heliograph/proto';
import { dollarsOfMicros } from '../../domain/money';
import { retryUnavailable } from '../../retry/retry-unavailable';
import { JSON_CONTENT_TYPE } from '../metered';
import type { Operation } from '../operation';
import { queryOf, refuseFaults } from '../query';

const USAGE_TIMEOUT_MS = 3_000;

/** `GET /api/v1/usage`: this UTC month. Free. */
export const getUsage: Operation = {
  name: 'getUsage',
  methods: ['GET', 'HEAD'],
  isPublic: false,
  async handle(context, exchange) {
    refuseFaults(queryOf(exchange));
    const accountId = exchange.credential!.accountId;
    const usage = await retryUnavailable(
      (timeoutMs) => context.clients.ledger.getUsage({ accountId, month: '' }, exchange.call(timeoutMs)),
      { totalMs: USAGE_TIMEOUT_MS, attemptMs: USAGE_TIMEOUT_MS },
    );
    exchange.addHeader('X-Records-Consumed', '0');
    exchange.addHeader('X-Records-Remaining', String((usage.api?.remaining ?? 0n) + usage.balanceRecords));
    exchange.addHeader('Cache-Control', 'no-store');
    exchange.send(200, JSON_CONTENT_TYPE, Buffer.from(JSON.stringify({ data: usageRecord(usage) })));
  },
};

function usageRecord(usage: ledger.Usage) {
  const { subscription } = usage;
  return {
    month: usage.month,
    requests: Number(usage.requests),
    records: Number(usage.records),
    byOperation: usage.byOperation.map(({ operation, requests, records }) => ({
      operation,
      requests: Number(requests),
      records: Number(records),
    })),
    allowances: {
      api: allowanceRecord(usage.api),
      cli: allowanceRecord(usage.cli),
      web: allowanceRecord(usage.web),
    },
    balance: {
      currency: 'USD',
      amount: dollarsOfMicros(usage.balanceMicros),
      records: Number(usage.balanceRecords),
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
