import { ledger, metering } from '@heliograph/proto';
import { createRpcClient, uuidv7 } from '@heliograph/runtime';
import { connectionTo, type ServiceAccess } from './customer';
import type { LoadResult } from './load';

interface Totals {
  requests: number;
  records: number;
}

/** What clients, ledger, and metering recorded for one account, once every event has arrived. */
export interface Reconciliation {
  /** Sum of `X-Records-Consumed` over all responses. */
  answers: Totals;
  ledger: Totals;
  metering: Totals;
  /** All accounts in the month: ledger against metering, and the ledger's funds against its entries. */
  differences: number;
  /** Whether all events arrived within the wait. */
  isCaughtUp: boolean;
  /** Milliseconds until they had arrived. */
  catchUpMs: number;
}

const WAIT_SECONDS = 60;
const COMPARISON_MS = 30_000;

/**
 * Waits until all events have arrived and reads each part's totals. Nothing else may use the account meanwhile.
 *
 * @throws ServiceError when a service does not answer.
 */
export async function reconcile(
  access: ServiceAccess,
  accountId: string,
  load: LoadResult,
): Promise<Reconciliation> {
  const ledgerClient = createRpcClient(ledger.LedgerServiceService, connectionTo(access, 'ledger'));
  const meteringClient = createRpcClient(metering.MeteringServiceService, connectionTo(access, 'metering'));
  const call = () => ({ requestId: uuidv7() });
  const month = '';
  try {
    const began = performance.now();
    const comparison = await meteringClient.reconcile(
      { month, waitSeconds: WAIT_SECONDS },
      { ...call(), timeoutMs: WAIT_SECONDS * 1_000 + COMPARISON_MS },
    );
    const catchUpMs = performance.now() - began;
    const [usage, history] = await Promise.all([
      ledgerClient.getUsage({ accountId, month }, call()),
      meteringClient.getUsageHistory({ accountId, month }, call()),
    ]);
    return {
      answers: sum(load.charged.map(({ records }) => ({ requests: 1, records }))),
      ledger: sum([usage]),
      metering: sum(history.days),
      differences: Number(comparison.differenceCount),
      isCaughtUp: comparison.caughtUp,
      catchUpMs,
    };
  } finally {
    await Promise.all([ledgerClient.close(), meteringClient.close()]);
  }
}

/** Violations, one sentence each. Failed requests may or may not have been charged. */
export function violationsOf({
  answers: responses,
  ledger,
  metering,
  differences,
  isCaughtUp,
}: Reconciliation): string[] {
  const found: string[] = [];
  for (const [name, totals] of Object.entries({ ledger, metering })) {
    if (totals.requests === responses.requests && totals.records === responses.records) continue;
    found.push(`answers held ${describe(responses)}, ${name} has ${describe(totals)}`);
  }
  if (!isCaughtUp) found.push('events did not arrive in time');
  if (differences > 0) found.push(`reconcile found ${differences} differences`);
  return found;
}

function describe({ requests, records }: Totals): string {
  return `${requests} requests with ${records} records`;
}

function sum(items: readonly { requests: bigint | number; records: bigint | number }[]): Totals {
  const total = { requests: 0, records: 0 };
  for (const { requests, records } of items) {
    total.requests += Number(requests);
    total.records += Number(records);
  }
  return total;
}
