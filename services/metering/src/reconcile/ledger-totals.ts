import type { ledger } from '@heliograph/proto';
import type { OutgoingCall, RpcClient } from '@heliograph/runtime';
import type { UsageTotal } from '../domain/usage-total';
import type { LedgerTotals } from './reconciler';

type LedgerClient = Pick<
  RpcClient<typeof ledger.LedgerServiceService>,
  'sumCharges' | 'verifyBooks' | 'getOutboxStatus'
>;

/** The ledger over gRPC, on behalf of a call. */
export function ledgerTotals(client: LedgerClient, call: () => OutgoingCall): LedgerTotals {
  return {
    async totalsOfPage(month, after) {
      const page = await client.sumCharges({ month, afterAccountId: after, accountIds: [] }, call());
      return { totals: page.sums.map(totalFromResponse), next: page.nextAfterAccountId };
    },
    async totalsOfAccounts(month, accountIds) {
      const request = { month, afterAccountId: '', accountIds: [...accountIds] };
      return (await client.sumCharges(request, call())).sums.map(totalFromResponse);
    },
    async verify(month) {
      const { differences, differenceCount } = await client.verifyBooks({ month }, call());
      return { differences: differences.map(differenceFromResponse), count: differenceCount };
    },
  };
}

function totalFromResponse(total: ledger.ChargeSum): UsageTotal {
  const { accountId, credentialId, channel, operation, requests, records } = total;
  const { allowanceRecords, prepaidRecords, subscriptionRecords, prepaidMicros } = total;
  return {
    accountId,
    credentialId,
    channel,
    operation,
    requests,
    records,
    allowanceRecords,
    prepaidRecords,
    subscriptionRecords,
    prepaidMicros,
  };
}

function differenceFromResponse({ accountId, field, detail, expected, actual }: ledger.BookDifference) {
  return { accountId, field: detail === '' ? field : `${field} of ${detail}`, expected, actual };
}
