import type { TopUpPause } from '@heliograph/contract';

/** What an account wants to be told. */
export interface AlertSettings {
  /** When {@link THRESHOLDS} of its free records, or of a key's cap, are used. */
  usage: boolean;
  balanceBelowMicros: bigint | undefined;
}

/** An account's funds, as the ledger has them. */
export interface Funds {
  /** Of API keys. */
  free: Used;
  /** Keys with a cap, and what they used this month. */
  keys: readonly (Used & { id: string; name: string })[];
  balanceMicros: bigint;
  /** `YYYY-MM` */
  month: string;
}

interface Used {
  used: number;
  of: number;
}

/** What a mail says, as stored: each attempt sends the same. */
export type AlertContent =
  | ({ about: 'free'; percent: number } & Used)
  | ({ about: 'cap'; percent: number; key: string } & Used)
  /** Micro-dollars. */
  | { about: 'balance'; balance: string; below: string }
  /** Micro-dollars. A payment failed, which turned automatic top-ups off. */
  | { about: 'top_up'; micros: string; reason: (typeof PAYMENT_FAILURES)[number] };

/** Failures of a payment that turn automatic top-ups off. */
export const PAYMENT_FAILURES = [
  'declined',
  'authentication_required',
  'unavailable',
] as const satisfies TopUpPause[];

/** Something to tell. */
export interface Alert {
  /** Told once, by this name. */
  occasion: string;
  /** Lower thresholds, which are no longer worth a mail. */
  covers: string[];
  content: AlertContent;
}

/** Percent, ascending. */
const THRESHOLDS = [50, 80, 100];

/**
 * What there is to tell now: of several thresholds that are passed, the highest.
 *
 * @param wasAbove whether the balance was not below the settings' amount before.
 */
export function alertsOf(settings: AlertSettings, funds: Funds, wasAbove: boolean): Alert[] {
  const alerts: Alert[] = [];
  const { free, keys, balanceMicros, month } = funds;
  const { balanceBelowMicros: below } = settings;
  if (settings.usage) {
    alerts.push(...ofUse(free, 'free', (percent) => ({ about: 'free', percent, ...free })));
    for (const { id, name: key, used, of } of keys) {
      const content = (percent: number) => ({ about: 'cap' as const, percent, key, used, of });
      alerts.push(...ofUse({ used, of }, `cap:${id}:${month}`, content));
    }
  }
  if (below !== undefined && wasAbove && balanceMicros < below) {
    const content = { about: 'balance' as const, balance: String(balanceMicros), below: String(below) };
    alerts.push({ occasion: `balance:${month}`, covers: [], content });
  }
  return alerts;
}

function ofUse({ used, of }: Used, subject: string, contentOf: (percent: number) => AlertContent): Alert[] {
  const passed = of > 0 ? THRESHOLDS.filter((percent) => used * 100 >= of * percent) : [];
  const highest = passed.pop();
  if (highest === undefined) return [];
  const occasion = (percent: number) => `${subject}:${percent}`;
  return [{ occasion: occasion(highest), covers: passed.map(occasion), content: contentOf(highest) }];
}
