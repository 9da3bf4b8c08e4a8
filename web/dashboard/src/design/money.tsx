import type { Dollars } from '@heliograph/dashboard-api';
import { formatDollars } from './format-number';

/** US dollars, exact; `hasSign` puts "+" before credits. */
export function Money({ amount, hasSign }: { amount: Dollars; hasSign?: boolean }) {
  return <data value={amount}>{formatDollars(amount, hasSign)}</data>;
}
