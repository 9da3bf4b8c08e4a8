/** 16000 as "16,000", of digits of any length. Loading Intl would cost every program that loads this 40 ms. */
export function groupDigits(digits: bigint | number | string): string {
  return String(digits).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
