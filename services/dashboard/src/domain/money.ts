import { MICROS_PER_DOLLAR, MICROS_PER_RECORD } from '@heliograph/contract';

const DOLLARS = /^(\d+)(?:\.(\d{1,6}))?$/;

/**
 * Parses a decimal text into micro-dollars, exactly: "25.5" is 25,500,000.
 *
 * @throws RangeError when the text is not a decimal.
 */
export function microsOfDollars(text: string): bigint {
  const match = DOLLARS.exec(text);
  if (!match) throw new RangeError('not an amount of dollars');
  const [, whole, decimals = ''] = match;
  return BigInt(whole!) * MICROS_PER_DOLLAR + BigInt(decimals.padEnd(6, '0'));
}

export { MAXIMUM_TOP_UP_MICROS, MINIMUM_TOP_UP_MICROS } from '@heliograph/contract';
export const PRICE_PER_RECORD_MICROS = BigInt(MICROS_PER_RECORD);
