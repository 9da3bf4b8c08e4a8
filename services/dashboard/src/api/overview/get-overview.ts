import type { Overview } from '@heliograph/dashboard-api';
import { isBalanceLow } from '../../domain/balance';
import { dateOf, lastDates, monthOf, totalOfMonth, totalsOfDays, type DatedUse } from '../../domain/days';
import { noticesOf } from '../../domain/notices';
import type { DashboardContext } from '../../context';
import type { Exchange } from '../../http/exchange';
import { ask } from '../ask';
import { currentPlanRecord } from '../billing/convert';
import { accountRecord, fundsRecord } from '../convert';
import { endpoint } from '../endpoint';
import { keyRecords } from '../keys/convert';
import { readKeys } from '../keys/list-keys';

const DAYS = 30;
/** If daily figures take longer, they are omitted. */
const DAYS_TIMEOUT_MS = 1_000;

/**
 * `GET /overview`: what is left is exact. Usage of today, the month, and the days comes from metering, which lags
 * slightly; while metering is unavailable, the month's usage comes from the ledger.
 */
export const getOverview = endpoint({
  name: 'getOverview',
  async run({ context, exchange, signedIn: { account, memberRole } }) {
    const accountId = account.id;
    const { clients, config } = context;
    const nowMs = context.clock();
    const [usage, { keys, uses }, { entries: credits }, daily] = await Promise.all([
      ask(exchange, (call) => clients.ledger.getUsage({ accountId, month: '' }, call)),
      readKeys(context, exchange, accountId),
      ask(exchange, (call) =>
        clients.ledger.listEntries({ accountId, limit: 1, pageToken: '', kind: 'credit' }, call),
      ),
      readDays(context, exchange, accountId, nowMs),
    ]);
    const funds = fundsRecord(usage, accountRecord(account));
    const days = daily && totalsOfDays(lastDates(DAYS, nowMs), daily);
    const today = days?.find(({ date }) => date === dateOf(nowMs));
    return {
      ...funds,
      month: daily ? { month: usage.month, ...totalOfMonth(usage.month, daily) } : funds.month,
      today: today ? { requests: today.requests, records: today.records } : null,
      days: days ?? null,
      notices: noticesOf(
        {
          ...funds,
          memberRole,
          plan: currentPlanRecord(usage.plan),
          isBalanceLow: isBalanceLow(
            usage.balanceMicros,
            config.lowBalanceMicros,
            usage.api?.remaining ?? 0n,
          ),
          hasToppedUp: credits.length > 0,
          keys: keyRecords(keys, uses, nowMs),
        },
        nowMs,
      ),
    } satisfies Overview;
  },
});

/** Undefined if metering does not answer in time: the rest does not wait for it. */
async function readDays(
  { clients, logger }: DashboardContext,
  exchange: Exchange,
  accountId: string,
  nowMs: number,
): Promise<DatedUse[] | undefined> {
  const months = new Set(
    lastDates(DAYS, nowMs)
      .map((date) => date.slice(0, 7))
      .concat(monthOf(nowMs)),
  );
  try {
    const histories = await Promise.all(
      [...months].map((month) =>
        clients.metering.getUsageHistory({ accountId, month }, exchange.readCall(DAYS_TIMEOUT_MS)),
      ),
    );
    return histories.flatMap(({ days }) => days);
  } catch (error) {
    logger.debug({ err: error, requestId: exchange.requestId }, 'the overview is returned without days');
    return undefined;
  }
}
