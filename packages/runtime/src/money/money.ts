import { MICROS_PER_DOLLAR } from '@heliograph/contract';

const MINIMUM_DECIMALS = 3;

/**
 * Formats micro-dollars as exact dollars with at least three decimals: `9750000n` is `9.750`, `1234567n` is `1.234567`.
 */
export function dollarsOfMicros(micros: bigint): string {
  const sign = micros < 0n ? '-' : '';
  const amount = micros < 0n ? -micros : micros;
  const decimals = String(amount % MICROS_PER_DOLLAR).padStart(6, '0');
  const significant = decimals.replace(/0+$/, '').padEnd(MINIMUM_DECIMALS, '0');
  return `${sign}${amount / MICROS_PER_DOLLAR}.${significant}`;
}
