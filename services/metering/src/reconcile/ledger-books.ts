import type { ledger } from '@heliograph/proto';
import type { OutgoingCall, RpcClient } from '@heliograph/runtime';
import type { UsageSum } from '../domain/usage-sum';
import type { LedgerBooks } from './reconciler';

export type LedgerClient = Pick<
  RpcClient<typeof ledger.LedgerServiceService>,
  'sumCharges' | 'verifyBooks' | 'getOutboxStatus'
>;

/** The ledger over gRPC, asked on behalf of a call. */
export function ledgerBooks(client: LedgerClient, call: () => OutgoingCall): LedgerBooks {
  return {
    async sumPage(month, after) {
      const page = await client.sumCharges({ month, afterAccountId: after, accountIds: [] }, call());
      return { sums: page.sums.map(sumFromResponse), next: page.nextAfterAccountId };
    },
    async sumAccounts(month, accountIds) {
      const request = { month, afterAccountId: '', accountIds: [...accountIds] };
      return (await client.sumCharges(request, call())).sums.map(sumFromResponse);
    },
    async verify(month) {
      const { differences, differenceCount } = await client.verifyBooks({ month }, call());
      return { differences: differences.map(differenceFromResponse), count: differenceCount };
    },
  };
}

function sumFromResponse(sum: ledger.ChargeSum): UsageSum {
  const { accountId, credentialId, channel, operation, requests, records } = sum;
  const { allowanceRecords, prepaidRecords, subscriptionRecords, prepaidMicros } = sum;
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
