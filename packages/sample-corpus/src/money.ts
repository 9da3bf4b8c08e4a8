/** A funding stage and the range its rounds fall in, whatever the currency. */
interface Stage {
  id: string;
  /** As in "closes a … round". */
  label: string;
  /** Whole units of any currency. */
  low: number;
  high: number;
}

export const STAGES: readonly (readonly [Stage, weight: number])[] = [
  [{ id: 'pre-seed', label: 'pre-seed', low: 150_000, high: 1_500_000 }, 14],
  [{ id: 'seed', label: 'seed', low: 900_000, high: 6_000_000 }, 24],
  [{ id: 'angel', label: 'angel', low: 50_000, high: 600_000 }, 6],
  [{ id: 'series-a', label: 'Series A', low: 5_000_000, high: 25_000_000 }, 22],
  [{ id: 'series-b', label: 'Series B', low: 18_000_000, high: 70_000_000 }, 12],
  [{ id: 'series-c', label: 'Series C', low: 45_000_000, high: 180_000_000 }, 6],
  [{ id: 'growth', label: 'growth', low: 90_000_000, high: 600_000_000 }, 3],
  [{ id: 'debt', label: 'debt', low: 2_000_000, high: 120_000_000 }, 6],
  [{ id: 'crowdfunding', label: 'crowdfunding', low: 40_000, high: 2_500_000 }, 5],
];

/** Rounds to two leading digits, as announcements do. */
export function roundAmount(amount: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1);
  return Math.round(amount / unit) * unit;
}

const SYMBOLS: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' };

/**
 * Formats an amount as headlines do: `$4.2 million`, `€18m`, `£750,000`.
 *
 * @param style 0 spells out the unit, 1 abbreviates it.
 */
export function formatAmount(amount: number, currency: string, style: 0 | 1): string {
  const symbol = SYMBOLS[currency] ?? `${currency} `;
  if (amount < 1_000_000) return `${symbol}${amount.toLocaleString('en-US')}`;
  const millions = String(Math.round(amount / 100_000) / 10);
  return style === 0 ? `${symbol}${millions} million` : `${symbol}${millions}m`;
}
