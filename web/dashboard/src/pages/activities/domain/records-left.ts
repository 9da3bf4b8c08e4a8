import type { Overview } from '@heliograph/dashboard-api';

/**
 * Records the command-line client can still use: those of the subscription period or else the free ones, plus the
 * balance if the account opted in.
 */
export function recordsLeft({
  allowances,
  subscription,
  prepaidUse,
  balance,
}: Pick<Overview, 'allowances' | 'subscription' | 'prepaidUse' | 'balance'>): number {
  return (subscription ?? allowances).cli.remaining + (prepaidUse.cli ? balance.records : 0);
}
