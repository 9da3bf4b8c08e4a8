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
function reconcileAccount(counted: readonly bigint[], pages = 1, onProgress?: () => Promise<void>) {
  let round = 0;
  return reconcile(
    {
      ledger: {
        totalsOfPage: async () => ({ totals: totalsOf(100n), next: '' }),
        totalsOfAccounts: async () => totalsOf(100n),
        verifyPage: async (_, cursor) => {
          const page = Number(cursor) + 1;
          const fund = { accountId: `account-${page}`, field: 'balance_micros', expected: 1n, actual: 2n };
          if (pages === 1) return { differences: [], count: 0n, next: '' };
          return { differences: [fund], count: 700n, next: page < pages ? String(page) : '' };
        },
      },
      metering: {
        totalsOfRange: async () => totalsOf(99n),
        totalsOfAccounts: async () => totalsOf(counted[Math.min(round++, counted.length - 1)]!),
      },
      outbox: async () => ({ pending: 0n }),
      lag: async () => 0,
      ...(onProgress && { onProgress }),
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

it('verifies the ledger in pages, and shows progress before each', async () => {
  const onProgress = jest.fn(() => Promise.resolve());
  expect(await reconcileAccount([100n], 3, onProgress)).toMatchObject({
    ledgerDifferences: [{ accountId: 'account-1' }, { accountId: 'account-2' }, { accountId: 'account-3' }],
    differenceCount: 2_100n,
  });
  // One page of totals, three of the verification.
  expect(onProgress).toHaveBeenCalledTimes(4);
});
