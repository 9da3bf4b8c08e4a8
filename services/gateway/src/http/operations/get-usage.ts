import type { ledger } from '@heliograph/proto';
import { byDay, type DayOfUsage } from '../../domain/usage-days';
import { faultOfMonth, USAGE_PARAMETERS } from '../../domain/usage-month';
import { dollarsOfMicros, retryUnavailable } from '@heliograph/runtime';
import { capLeft } from '../cap-left';
import { JSON_CONTENT_TYPE } from '../metered';
import type { GatewayContext } from '../../context';
import type { Exchange } from '../exchange';
import type { Operation } from '../operation';
import { queryOf, refuseFaults } from '../query';

const USAGE_TIMEOUT_MS = 3_000;
/** Daily figures are left out when they take longer. */
const DAYS_TIMEOUT_MS = 1_000;

/** `GET /api/v1/usage`: a UTC month, and what is left now. Free. */
export const getUsage: Operation = {
  name: 'getUsage',
  methods: ['GET', 'HEAD'],
  isPublic: false,
  async handle(context, exchange) {
    const query = queryOf(exchange, USAGE_PARAMETERS);
    const month = query.values.get('month') ?? '';
    const fault = month === '' ? undefined : faultOfMonth(month, context.clock());
    if (fault) query.faults.push({ code: 'invalid_parameter', parameter: 'month', message: fault });
    refuseFaults(query);
    const credential = exchange.credential!;
    const { accountId } = credential;
    const [usage, left, history] = await Promise.all([
      retryUnavailable(
        (timeoutMs) => context.clients.ledger.getUsage({ accountId, month }, exchange.call(timeoutMs)),
        { totalMs: USAGE_TIMEOUT_MS, attemptMs: USAGE_TIMEOUT_MS },
      ),
      capLeft(context, exchange, credential),
      readDays(context, exchange, accountId, month),
    ]);
    // Two clocks at the turn of a month may mean two months.
    const days = history?.month === usage.month ? history.days : undefined;
    const funds = (usage.api?.remaining ?? 0n) + usage.balanceRecords;
    exchange.addHeader('X-Records-Consumed', '0');
    exchange.addHeader('X-Records-Remaining', String(left === undefined || left > funds ? funds : left));
    exchange.addHeader('Cache-Control', 'no-store');
    exchange.send(200, JSON_CONTENT_TYPE, Buffer.from(JSON.stringify({ data: usageRecord(usage, days) })));
  },
};

/** Undefined when metering does not answer: the rest of the answer is not held up by it. */
async function readDays(
  context: GatewayContext,
  exchange: Exchange,
  accountId: string,
  month: string,
): Promise<{ month: string; days: DayOfUsage[] } | undefined> {
  try {
    const history = await context.clients.metering.getUsageHistory(
      { accountId, month },
      exchange.call(DAYS_TIMEOUT_MS),
    );
    return { month: history.month, days: byDay(history.days) };
  } catch (error) {
    context.logger.debug({ err: error, requestId: exchange.requestId }, 'usage is answered without days');
    return undefined;
  }
}

function usageRecord(usage: ledger.Usage, days: DayOfUsage[] | undefined) {
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
    ...(days && { days }),
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
