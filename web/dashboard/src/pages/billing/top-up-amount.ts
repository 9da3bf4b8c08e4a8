import type { BillingState, Dollars } from '@heliograph/dashboard-api';
import { formatDollars, microsOf } from '../../design/figures';
import { plainNumber } from '../../design/plain-number';

export const PRESETS = ['10', '25', '50', '100', '250'] as const;

type Bounds = Pick<BillingState, 'minimumTopUp' | 'maximumTopUp'>;

type CheckedAmount = { amountUsd: string; issue?: undefined } | { amountUsd?: undefined; issue: string };

/** The amount to send, or what is wrong with it. Accepts dollar signs, spaces, and commas between thousands. */
export function checkAmount(typed: string, { minimumTopUp, maximumTopUp }: Bounds): CheckedAmount {
  const compact = typed
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/\s/g, '');
  if (compact === '') return { issue: 'Enter an amount.' };
  const plain = plainNumber(compact);
  if (plain === undefined) return { issue: 'Enter an amount in dollars, such as 25 or 25.50.' };
  const [dollars = '', cents = ''] = plain.split('.');
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
