import type { ledger } from '@heliograph/proto';
import type { OutgoingCall, RpcClient } from '@heliograph/runtime';
import type { LedgerTotals } from './reconciler';

type LedgerClient = Pick<
  RpcClient<typeof ledger.LedgerServiceService>,
  'listChargeTotals' | 'verifyLedger' | 'getOutboxStatus'
>;

/** The ledger over gRPC, on behalf of a call. */
export function ledgerTotals(client: LedgerClient, call: () => OutgoingCall): LedgerTotals {
  return {
    async totalsOfPage(month, after) {
      const page = await client.listChargeTotals({ month, afterAccountId: after, accountIds: [] }, call());
      return { totals: page.totals, next: page.nextAfterAccountId };
    },
    async totalsOfAccounts(month, accountIds) {
      const request = { month, afterAccountId: '', accountIds: [...accountIds] };
      return (await client.listChargeTotals(request, call())).totals;
    },
    async verify(month) {
      const { differences, differenceCount } = await client.verifyLedger({ month }, call());
      return { differences: differences.map(differenceFromResponse), count: differenceCount };
    },
  };
}

function differenceFromResponse({ accountId, field, detail, expected, actual }: ledger.Difference) {
  return { accountId, field: detail === '' ? field : `${field} of ${detail}`, expected, actual };
}
