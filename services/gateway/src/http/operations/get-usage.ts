import { byDay, type DayOfUsage } from '../../domain/usage-days';
import { monthIssue } from '@heliograph/contract';
import { retryUnavailable } from '@heliograph/runtime';
import { capLeft, recordsLeft } from '../../charging/cap-left';
import type { DataApi } from '../data-api';
import { JSON_CONTENT_TYPE, sendCompressible } from '@heliograph/edge';
import { backendOf } from '../../backends';
import { fundsOf } from '../../charging/funds';
import { setRecords } from '../../charging/records-remaining';
import type { GatewayContext } from '../../context';
import type { Exchange } from '../exchange';
import type { Operation } from '../operation';
import { queryOf, throwIfInvalid } from '../query';
import { usageView } from '@heliograph/views';

const PARAMETERS: ReadonlySet<string> = new Set(['month']);
const USAGE_TIMEOUT_MS = 3_000;
/** Daily figures are left out if they take longer. */
const DAYS_TIMEOUT_MS = 1_000;

/** `GET {root}/usage`: usage in a UTC month, and what is left now. Free. */
export function getUsage(of: DataApi): Operation {
  return {
    name: 'getUsage',
    methods: ['GET', 'HEAD'],
    of,
    async handle(context, exchange) {
      const query = queryOf(exchange, PARAMETERS);
      const month = query.values.get('month') ?? '';
      const issue = month === '' ? undefined : monthIssue(month, context.clock());
      if (issue) query.issues.push({ code: 'invalid_parameter', parameter: 'month', message: issue });
      throwIfInvalid(query);
      const credential = exchange.credential!;
      const { accountId } = credential;
      const [usage, left, history] = await Promise.all([
        retryUnavailable(
          (timeoutMs) =>
            backendOf(context, exchange).ledger.getUsage({ accountId, month }, exchange.readCall(timeoutMs)),
          { totalMs: USAGE_TIMEOUT_MS, attemptMs: USAGE_TIMEOUT_MS },
        ),
        capLeft(context, exchange, credential),
        readDays(context, exchange, accountId, month),
      ]);
      // At the turn of a month, the two services' clocks may disagree on the month.
      const days = credential.isTest ? [] : history?.month === usage.month ? history.days : undefined;
      setRecords(exchange, 0, recordsLeft(fundsOf(of, usage), left));
      exchange.setHeader('Cache-Control', 'no-store');
      const body = Buffer.from(JSON.stringify({ data: usageView(usage, days) }));
      await sendCompressible(exchange, 200, JSON_CONTENT_TYPE, body);
    },
  };
}

/** Undefined if metering does not answer: the rest does not wait for it. */
async function readDays(
  context: GatewayContext,
  exchange: Exchange,
  accountId: string,
  month: string,
): Promise<{ month: string; days: DayOfUsage[] } | undefined> {
  try {
    const { metering } = backendOf(context, exchange);
    const history = await metering?.getUsageHistory({ accountId, month }, exchange.readCall(DAYS_TIMEOUT_MS));
    return history && { month: history.month, days: byDay(history.days) };
  } catch (error) {
    context.logger.debug({ err: error, requestId: exchange.requestId }, 'usage is returned without days');
    return undefined;
  }
}
