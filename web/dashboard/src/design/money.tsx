import type { Dollars } from '@heliograph/dashboard-api';
import { formatDollars } from './format-number';

/** Exact US dollars; `hasSign` puts "+" before credits. */
export function Money({ amount, hasSign }: { amount: Dollars; hasSign?: boolean }) {
  return <data value={amount}>{formatDollars(amount, hasSign)}</data>;
}
