import type { Dollars } from '@heliograph/dashboard-api';
import { formatDollars } from './format-number';

/** US dollars, exact; `hasSign` marks what comes in with "+". */
export function Money({ amount, hasSign }: { amount: Dollars; hasSign?: boolean }) {
  return <data value={amount}>{formatDollars(amount, hasSign)}</data>;
}
