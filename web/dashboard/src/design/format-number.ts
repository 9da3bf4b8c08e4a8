import { groupDigits } from '@heliograph/contract';
import type { Dollars } from '@heliograph/dashboard-api';
import { numberFormat } from './formatters';

export { quantity as formatQuantity } from '@heliograph/contract';

const COMPACT = { notation: 'compact', maximumFractionDigits: 1 } as const;

/** 12345 as "12,345". */
export function formatCount(count: number): string {
  return groupDigits(Math.round(count));
}

/** 12345 as "12.3K": for axes. */
export function formatCompact(count: number): string {
  return numberFormat(COMPACT).format(count);
}

/**
 * US dollars as "$1,234.565": exact, computed from the digits rather than floating point. At least two decimals;
 * further trailing zeros are dropped.
 */
export function formatDollars(dollars: Dollars, hasSign = false): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(dollars);
  if (!parts) return dollars;
  const [, minus = '', digits = '', fraction = ''] = parts;
  const cents = fraction.replace(/0+$/, '').padEnd(2, '0');
  const isZero = !/[1-9]/.test(dollars);
  const sign = isZero ? '' : minus ? '−' : hasSign ? '+' : '';
  return `${sign}$${groupDigits(digits)}.${cents}`;
}

/** An amount in micro-dollars, for totals and comparisons. */
export function microsOf(dollars: Dollars): bigint {
  const parts = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(dollars);
  if (!parts) throw new RangeError('not an amount of dollars');
  const [, minus, digits = '', fraction = ''] = parts;
  const micros = BigInt(digits) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  return minus ? -micros : micros;
}

/** Micro-dollars as an amount, with at least two decimals. */
export function dollarsOf(micros: bigint): Dollars {
  const minus = micros < 0n ? '-' : '';
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '').padEnd(2, '0');
  return `${minus}${digits.slice(0, -6)}.${fraction}`;
}
