import type { TopUpPause } from '@heliograph/contract';

/** Which alerts an account wants. */
export interface AlertSettings {
  /** Alert when {@link THRESHOLDS} of the free records, or of a key's cap, are used. */
  usage: boolean;
  balanceBelowMicros: bigint | undefined;
}

/** New settings. Absent ones stay. */
export interface AlertChange {
  usage?: boolean;
  /** null: never. */
  balanceBelowMicros?: bigint | null;
}

export function changedSettings(before: AlertSettings | undefined, change: AlertChange): AlertSettings {
  const { usage = before?.usage ?? false, balanceBelowMicros: below = before?.balanceBelowMicros } = change;
  return { usage, balanceBelowMicros: below ?? undefined };
}

/** An account's funds, according to the ledger. */
export interface Funds {
  /** Free records of API keys. */
  free: Used;
  /** Keys with a cap, and its use this month. Keys that replaced one another share a lineage, and their cap. */
  keys: readonly (Used & { lineageId: string; name: string })[];
  balanceMicros: bigint;
  /** `YYYY-MM` */
  month: string;
}

interface Used {
  used: number;
  of: number;
}

/** The content of an email, stored so that every attempt sends the same. */
export type AlertContent =
  | ({ about: 'free'; percent: number } & Used)
  | ({ about: 'cap'; percent: number; key: string } & Used)
  /** Micro-dollars. */
  | { about: 'balance'; balance: string; below: string }
  /** Micro-dollars not paid, or refunded. Automatic top-ups turned themselves off. */
  | { about: 'top_up'; micros: string; reason: TopUpPause };

/** An alert to send. */
export interface Alert {
  /** Unique: each occasion is sent once. */
  occasion: string;
  /** Lower thresholds, no longer worth an email. */
  covers: string[];
  content: AlertContent;
}

/** Percent, ascending. */
const THRESHOLDS = [50, 80, 100];

/**
 * The alerts due now; of several thresholds passed, only the highest.
 *
 * @param wasAbove whether the balance was previously at or above the settings' amount.
 */
export function alertsOf(settings: AlertSettings, funds: Funds, wasAbove: boolean): Alert[] {
  const alerts: Alert[] = [];
  const { free, keys, balanceMicros, month } = funds;
  const { balanceBelowMicros: below } = settings;
  if (settings.usage) {
    alerts.push(...usageAlerts(free, 'free', (percent) => ({ about: 'free', percent, ...free })));
    for (const { lineageId, name: key, used, of } of keys) {
      const content = (percent: number) => ({ about: 'cap' as const, percent, key, used, of });
      // A raised cap alerts again.
      alerts.push(...usageAlerts({ used, of }, `cap:${lineageId}:${month}:${of}`, content));
    }
  }
  if (below !== undefined && wasAbove && balanceMicros < below) {
    const content = { about: 'balance' as const, balance: String(balanceMicros), below: String(below) };
    alerts.push({ occasion: `balance:${month}:${below}`, covers: [], content });
  }
  return alerts;
}

function usageAlerts(
  { used, of }: Used,
  subject: string,
  contentOf: (percent: number) => AlertContent,
): Alert[] {
  const passed = of > 0 ? THRESHOLDS.filter((percent) => used * 100 >= of * percent) : [];
  const highest = passed.pop();
  if (highest === undefined) return [];
  const occasion = (percent: number) => `${subject}:${percent}`;
  return [{ occasion: occasion(highest), covers: passed.map(occasion), content: contentOf(highest) }];
}
