import { numberFormat } from '../../../design/formatters';
import { plainNumber } from '../../../design/plain-number';

const AMOUNT = /^(.*\d)(k|m|b)?$/;
const FACTORS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

/**
 * Parses an amount as people write it: `2500000`, `2,500,000`, `2.5m`, `300k`.
 *
 * @returns plain digits for the data API, '' for empty text, undefined if it is not an amount.
 */
export function readAmount(text: string): string | undefined {
  const compact = text.toLowerCase().replace(/[\s_']/g, '');
  if (compact === '') return '';
  const [, digits = '', unit = ''] = AMOUNT.exec(compact) ?? [];
  const plain = plainNumber(digits);
  if (plain === undefined) return undefined;
  const amount = Number(plain) * (FACTORS[unit] ?? 1);
  return Number.isFinite(amount) && amount < 1e15 ? String(Math.round(amount * 100) / 100) : undefined;
}

const COMPACT = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } as const;
const EXACT = { maximumFractionDigits: 20 } as const;

/** An amount for display, such as `€2.5M`; a currency that is not an ISO code goes last. */
export function formatAmount(amount: number, currency: string | undefined): string {
  if (currency !== undefined && /^[A-Z]{3}$/.test(currency))
    return numberFormat({ style: 'currency', currency, ...COMPACT }).format(amount);
  return withCurrency(numberFormat(COMPACT).format(amount), currency);
}

/** The exact amount, such as `2,500,000 EUR`. */
export function formatWholeAmount(amount: number, currency: string | undefined): string {
  return withCurrency(numberFormat(EXACT).format(amount), currency);
}

function withCurrency(number: string, currency: string | undefined): string {
  return currency === undefined ? number : `${number} ${currency}`;
}
