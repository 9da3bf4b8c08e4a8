import type { UsageTotal } from '../domain/usage-total';
import { reconcile } from './reconciler';

const totalsOf = (requests: bigint): UsageTotal[] => [
  {
    accountId: 'account-1',
    credentialId: 'credential-1',
    channel: 'api',
    operation: 'searchSignals',
    requests,
    records: requests,
    allowanceRecords: requests,
    prepaidRecords: 0n,
    subscriptionRecords: 0n,
    prepaidMicros: 0n,
  },
];

/** Reconciles one account, which is read again: `counted` is what metering then has, by round. */
function reconcileAccount(counted: readonly bigint[]) {
  let round = 0;
  return reconcile(
    {
      ledger: {
        totalsOfPage: async () => ({ totals: totalsOf(100n), next: '' }),
        totalsOfAccounts: async () => totalsOf(100n),
        verify: async () => ({ differences: [], count: 0n }),
      },
      metering: {
        totalsOfRange: async () => totalsOf(99n),
        totalsOfAccounts: async () => totalsOf(counted[Math.min(round++, counted.length - 1)]!),
      },
      outbox: async () => ({ pending: 0n }),
      lag: async () => 0,
    },
    '2026-11',
    1_000,
  );
}

it("does not mistake a charge voided between the ledger's two reads for a difference", async () => {
  expect(await reconcileAccount([101n, 100n])).toMatchObject({
    ledger: { requests: 100n },
    metering: { requests: 100n },
    meteringDifferences: [],
    differenceCount: 0n,
    isCaughtUp: true,
  });
});

it('finds a difference that stays, once', async () => {
  expect(await reconcileAccount([101n])).toMatchObject({
    ledger: { requests: 100n },
    metering: { requests: 101n },
    meteringDifferences: [{ field: 'requests', ledger: 100n, metering: 101n }, { field: 'records' }, {}],
    differenceCount: 3n,
  });
});
