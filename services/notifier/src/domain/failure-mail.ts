import { mailOf, timestampOf, type MailText } from './mail-text';
import { RETRY_WINDOW_MS } from './retries';

/** What an email about a webhook says, stored so that every attempt sends the same. */
export interface FailureContent {
  /** Of the saved search. */
  name: string;
  /** When the first attempt failed. */
  since: string;
  /** The last response, worded for the owner. */
  reason: string;
  /** Whether its deliveries were given up. */
  hasStopped: boolean;
}

/** One retry that succeeds within a day is no news. */
const LONG_MS = 24 * 3_600_000;

/** Whether a webhook has failed for so long that its owner should know. */
export const isLongFailure = (beganAt: Date, at: Date): boolean =>
  at.getTime() - beganAt.getTime() >= LONG_MS;

/** The text and HTML of an email about a webhook that fails. @param account its name; may be empty. */
export function failureMail(
  { name, since, reason, hasStopped }: FailureContent,
  account: string,
  links: { page: string; unsubscribe: string },
): MailText {
  const title = hasStopped ? 'Your webhook was stopped' : 'Your webhook is failing';
  const until = new Date(Date.parse(since) + RETRY_WINDOW_MS).toISOString();
  const note = hasStopped
    ? 'New matches wait for up to 30 days. Deliveries resume once you change the address or a test succeeds.'
    : `Nothing was accepted since ${timestampOf(since)}. Deliveries are retried until ${timestampOf(until)}.`;
  return mailOf({
    subject: `${title}: ${name}`,
    title,
    about: name,
    note: `${reason} ${note}`,
    action: { label: 'See the webhook', url: links.page },
    account,
    why: 'You get this because this saved search has a webhook.',
    unsubscribeUrl: links.unsubscribe,
  });
}
