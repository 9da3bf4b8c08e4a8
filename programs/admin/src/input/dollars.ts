import { MAXIMUM_CREDIT_MICROS, MICROS_PER_DOLLAR } from '@heliograph/contract';
import { UsageError } from '../failure';

/**
 * Parses a positive dollar amount with at most six decimals to exact micro-dollars: `10` is 10000000n, `0.005` is
 * 5000n.
 *
 * @throws UsageError for anything else.
 */
export function parseDollars(text: string): bigint {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (whole === undefined) {
    throw new UsageError(
      `"${text}" is not an amount of dollars: write digits with at most six decimals, such as 10 or 12.50`,
    );
  }
  const micros = BigInt(whole) * MICROS_PER_DOLLAR + BigInt(fraction.padEnd(6, '0'));
  if (micros === 0n) throw new UsageError('the amount must be more than zero');
  if (micros > MAXIMUM_CREDIT_MICROS) {
    const dollars = (MAXIMUM_CREDIT_MICROS / MICROS_PER_DOLLAR).toLocaleString('en-US');
    throw new UsageError(`the amount must be at most ${dollars} dollars`);
  }
  return micros;
}
