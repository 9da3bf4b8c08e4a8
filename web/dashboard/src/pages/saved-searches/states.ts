import type { Delivery, DeliveryState, SavedSearch, SavedSearchState } from '@heliograph/dashboard-api';
import type { Tone } from '../../design';

interface Shown {
  text: string;
  tone: Tone;
}

const STATES: Readonly<Record<SavedSearchState, Shown>> = {
  active: { text: 'Active', tone: 'success' },
  failing: { text: 'Failing', tone: 'danger' },
  waiting_for_records: { text: 'Waiting for records', tone: 'warning' },
};

const DELIVERY_STATES: Readonly<Record<DeliveryState, Shown>> = {
  waiting_for_records: { text: 'Waiting for records', tone: 'warning' },
  pending: { text: 'Pending', tone: 'info' },
  delivered: { text: 'Delivered', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
};

/** What happens to matches; without a webhook, nothing is sent. */
export function stateOf({ webhook, state }: SavedSearch): Shown {
  return webhook ? STATES[state] : { text: 'No webhook', tone: 'neutral' };
}

export function deliveryStateOf({ state }: Delivery): Shown {
  return DELIVERY_STATES[state];
}

/** The receiver's last response, or why there was none. */
export function answerOf({ lastAttempt }: Pick<Delivery, 'lastAttempt'>): string {
  if (!lastAttempt) return 'Not tried yet';
  const { status, failure } = lastAttempt;
  if (failure === undefined) return status === undefined ? 'Answered' : `HTTP ${status}`;
  return status === undefined || failure.includes(String(status)) ? failure : `HTTP ${status}: ${failure}`;
}

/** How many are new, in words: "3 new", "100+ new". */
export function unseenText(unseen: { count: number; more: boolean }): string {
  if (unseen.count === 0 && !unseen.more) return 'Nothing new';
  return `${unseen.count}${unseen.more ? '+' : ''} new`;
}
