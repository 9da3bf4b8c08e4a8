import type { BillingState, Dollars } from '@heliograph/dashboard-api';
import { formatDollars, microsOf } from '../../design/figures';

export const PRESETS = ['10', '25', '50', '100', '250'] as const;

type Bounds = Pick<BillingState, 'minimumTopUp' | 'maximumTopUp'>;

type CheckedAmount = { amountUsd: string; issue?: undefined } | { amountUsd?: undefined; issue: string };

/**
 * The amount to send, or what is wrong with it. Accepts dollar signs, spaces, and commas between thousands; a comma
 * elsewhere is ambiguous and refused.
 */
export function checkAmount(typed: string, { minimumTopUp, maximumTopUp }: Bounds): CheckedAmount {
  const plain = typed
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/\s/g, '');
  if (plain === '') return { issue: 'Enter an amount.' };
  if (!/^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?$/.test(plain))
    return { issue: 'Enter an amount in dollars, such as 25 or 25.50.' };
  const [dollars = '', cents = ''] = plain.replace(/,/g, '').split('.');
  if (cents.length > 2) return { issue: 'Enter at most two decimals.' };
  const whole = dollars.replace(/^0+(?=\d)/, '');
  const amountUsd = cents === '' ? whole : `${whole}.${cents}`;
  const micros = microsOf(amountUsd);
  if (micros < microsOf(minimumTopUp))
    return { issue: `The smallest top-up is ${formatDollars(minimumTopUp)}.` };
  if (micros > microsOf(maximumTopUp))
    return { issue: `The largest top-up is ${formatDollars(maximumTopUp)}.` };
  return { amountUsd };
}

/** How many records an amount pays for. */
export function recordsFor(amount: Dollars, pricePerRecord: Dollars): number {
  const price = microsOf(pricePerRecord);
  return price > 0n ? Number(microsOf(amount) / price) : 0;
}
