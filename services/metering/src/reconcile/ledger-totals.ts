import type { ledger } from '@heliograph/proto';
import type { OutgoingCall, RpcClient } from '@heliograph/runtime';
import type { LedgerTotals } from './reconciler';

type LedgerClient = Pick<
  RpcClient<typeof ledger.LedgerServiceService>,
  'listChargeTotals' | 'verifyLedger' | 'getOutboxStatus'
>;

/** The ledger over gRPC, on behalf of a call. `isFull`: it verifies every account from its first entry. */
export function ledgerTotals(client: LedgerClient, call: () => OutgoingCall, isFull: boolean): LedgerTotals {
  return {
    async totalsOfPage(month, after) {
      const page = await client.listChargeTotals({ month, afterAccountId: after, accountIds: [] }, call());
      return { totals: page.totals, next: page.nextAfterAccountId };
    },
    async totalsOfAccounts(month, accountIds) {
      const request = { month, afterAccountId: '', accountIds: [...accountIds] };
      return (await client.listChargeTotals(request, call())).totals;
    },
    async verifyPage(month, cursor) {
      const page = await client.verifyLedger({ month, page: { cursor, isFull } }, call());
      return {
        differences: page.differences.map(differenceFromResponse),
        count: page.differenceCount,
        next: page.nextCursor,
      };
    },
  };
}

function differenceFromResponse({ accountId, field, detail, expected, actual }: ledger.Difference) {
  return { accountId, field: detail === '' ? field : `${field} of ${detail}`, expected, actual };
}
