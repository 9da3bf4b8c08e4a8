import type { Overview } from '@heliograph/dashboard-api';

/**
 * Records that the command-line client can still use: those of the period, or else the free ones, and the balance if
 * the account chose so.
 */
export function recordsLeft({
  allowances,
  subscription,
  prepaidUse,
  balance,
}: Pick<Overview, 'allowances' | 'subscription' | 'prepaidUse' | 'balance'>): number {
  return (subscription ?? allowances).cli.remaining + (prepaidUse.cli ? balance.records : 0);
}
