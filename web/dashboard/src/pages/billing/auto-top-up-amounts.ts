import type { AutoTopUp } from '@heliograph/dashboard-api';
import { plainNumber } from '../../design/plain-number';

export type Amounts = NonNullable<AutoTopUp['choice']>;
/** The amounts as typed. */
export type TypedAmounts = Record<keyof Amounts, string>;

/** A whole number of dollars, written as top-ups may be: `$1,000`, `50.00`. Undefined if it is none. */
export function wholeDollars(typed: string): number | undefined {
  const plain = plainNumber(typed.trim().replace(/^\$/, '').replace(/\s/g, ''));
  return plain !== undefined && /^[1-9]\d{0,5}(?:\.0*)?$/.test(plain) ? Number(plain) : undefined;
}

export function typedOf({ balanceBelow, amount, monthlyCap }: Amounts): TypedAmounts {
  return { balanceBelow: String(balanceBelow), amount: String(amount), monthlyCap: String(monthlyCap) };
}

/** What to show once the setting has changed, here or by another member: amounts that were typed over stay. */
export function mergeTyped(typed: TypedAmounts, before: Amounts, after: Amounts): TypedAmounts {
  const [old, saved] = [typedOf(before), typedOf(after)];
  const merge = (name: keyof Amounts) => (typed[name] === old[name] ? saved[name] : typed[name]);
  return { balanceBelow: merge('balanceBelow'), amount: merge('amount'), monthlyCap: merge('monthlyCap') };
}
