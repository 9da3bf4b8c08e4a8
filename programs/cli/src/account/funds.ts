import { isTestKey, quantity } from '@heliograph/contract';
import type { Usage } from '@heliograph/sdk';
import type { Fact } from '../output/document-printer';

/** What an account has left. */
export type Funds = Pick<Usage, 'allowances' | 'balance' | 'subscription'>;

type Allowance = Usage['allowances']['api'];

/** Human-readable; marks the fund this credential draws on. */
export function fundFacts({ allowances, balance, subscription }: Funds, usesApiKey: boolean): Fact[] {
  const used = (isUsed: boolean) => (isUsed ? '  ← used by these requests' : '');
  return [
    ['Command-line records', `${left(allowances.cli)}${used(!usesApiKey && !subscription)}`],
    subscription
      ? [
          'Subscription',
          `${left(subscription.cli)} until ${dayOf(subscription.periodEnd)}${used(!usesApiKey)}`,
        ]
      : ['Subscription', 'none'],
    ['API records', `${left(allowances.api)}${used(usesApiKey)}`],
    ['Balance', `$${balance.amount}, pays for ${quantity(balance.records, 'API record')}`],
  ];
}

/**
 * Whether the balance can pay for this credential's requests, beyond its free or subscribed records.
 *
 * @param apiKey undefined with a login.
 * @param recordsLeft the records the credential can still use, from the same response as the funds.
 */
export function balancePays(
  { allowances, subscription }: Funds,
  apiKey: string | undefined,
  recordsLeft: number | undefined,
): boolean {
  if (apiKey !== undefined && isTestKey(apiKey)) return false;
  const { remaining } = apiKey === undefined ? (subscription?.cli ?? allowances.cli) : allowances.api;
  return recordsLeft === undefined || recordsLeft > remaining;
}

export function number(value: number): string {
  return value.toLocaleString('en-US');
}

/** The UTC day of an ISO 8601 timestamp. */
export function dayOf(timestamp: string): string {
  return timestamp.slice(0, 10);
}

function left({ remaining, granted }: Allowance): string {
  return `${number(remaining)} of ${quantity(granted, 'record')} left`;
}
