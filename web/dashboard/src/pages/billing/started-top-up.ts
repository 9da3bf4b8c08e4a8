import type { BillingEntry } from '@heliograph/dashboard-api';
import { removeFromTab, storedInTab, storeInTab, type Tab } from '../../api/tab-storage';

/** What was known when the browser left for the checkout. */
interface StartedTopUp {
  amountUsd: string;
  /** The newest entry at that time; null if there was none. */
  lastEntryId: string | null;
}

const STORED_AS = 'heliograph.top-up';

/**
 * Remembers a payment started in this tab until the tab closes. If storage is blocked, the payment still goes ahead,
 * and the page then describes the newest payment in general terms.
 */
export function saveStartedTopUp(started: StartedTopUp, tab: Tab): void {
  storeInTab(tab, STORED_AS, JSON.stringify(started));
}

export function loadStartedTopUp(tab: Tab): StartedTopUp | null {
  try {
    const stored: unknown = JSON.parse(storedInTab(tab, STORED_AS) ?? 'null');
    return isStartedTopUp(stored) ? stored : null;
  } catch {
    return null;
  }
}

export function clearStartedTopUp(tab: Tab): void {
  removeFromTab(tab, STORED_AS);
}

function isStartedTopUp(value: unknown): value is StartedTopUp {
  if (typeof value !== 'object' || value === null) return false;
  const { amountUsd, lastEntryId } = value as Record<string, unknown>;
  return typeof amountUsd === 'string' && (lastEntryId === null || typeof lastEntryId === 'string');
}

/** Without a stored start, a payment this recent is assumed to be the one just made. */
const RECENT_MS = 15 * 60_000;

/**
 * The credit for a payment, if it has arrived.
 *
 * @param entries newest first.
 */
export function creditOf(
  entries: readonly BillingEntry[],
  started: StartedTopUp | null,
  now: number,
): BillingEntry | undefined {
  const isPayment = ({ kind, hasReceipt }: BillingEntry) => kind === 'credit' && hasReceipt;
  if (!started)
    return entries.find((entry) => isPayment(entry) && now - new Date(entry.createdAt).getTime() < RECENT_MS);
  const known = entries.findIndex(({ id }) => id === started.lastEntryId);
  // An automatic top-up or another member's payment may come first.
  return entries
    .slice(0, known === -1 ? undefined : known)
    .find((entry) => isPayment(entry) && Number(entry.amount) === Number(started.amountUsd));
}
