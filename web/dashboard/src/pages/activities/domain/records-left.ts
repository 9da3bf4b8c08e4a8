import type { Overview } from '@heliograph/dashboard-api';

/**
 * Records that the command-line client can still use: free ones, those of the period, and the balance if the account
 * chose so.
 */
export function recordsLeft({
  allowances,
  subscription,
  prepaidUse,
  balance,
}: Pick<Overview, 'allowances' | 'subscription' | 'prepaidUse' | 'balance'>): number {
  return (
    allowances.cli.remaining + (subscription?.cli.remaining ?? 0) + (prepaidUse.cli ? balance.records : 0)
  );
}
