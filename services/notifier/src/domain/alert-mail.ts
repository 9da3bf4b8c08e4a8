import { TOP_UP_PAUSES } from '@heliograph/contract';
import { dollarsOfMicros } from '@heliograph/runtime';
import type { AlertContent } from './alert';
import { mailOf, type MailText } from './mail-text';

/** Where an alert's links go. */
interface AlertLinks {
  /** The dashboard's origin. */
  dashboard: string;
  /** Undefined if there is nothing to unsubscribe from. */
  unsubscribe?: string;
}

/** The text and HTML of an alert. @param account its name; may be empty. */
export function alertMail(
  content: AlertContent,
  account: string,
  { dashboard, unsubscribe }: AlertLinks,
): MailText {
  const isOfKey = content.about === 'cap';
  const title = titleOf(content);
  return mailOf({
    subject: title,
    title,
    ...(isOfKey && { about: content.key }),
    note: noteOf(content),
    action: isOfKey
      ? { label: 'Manage your keys', url: `${dashboard}/keys` }
      : { label: 'See billing', url: `${dashboard}/billing` },
    why:
      content.about === 'top_up'
        ? 'You get this because automatic top-ups were on.'
        : 'You get this because email alerts were chosen on the billing page.',
    account,
    ...(unsubscribe !== undefined && { unsubscribeUrl: unsubscribe }),
  });
}

function titleOf(content: AlertContent): string {
  switch (content.about) {
    case 'free':
      return `${content.percent}% of your free records are used`;
    case 'cap':
      return `${content.percent}% of a key’s monthly cap is used`;
    case 'balance':
      return `Your balance is below $${shortDollars(content.below)}`;
    case 'top_up':
      return 'Automatic top-ups were turned off';
  }
}

function noteOf(content: AlertContent): string {
  if (content.about === 'balance') return `It is $${shortDollars(content.balance)}.`;
  if (content.about === 'top_up') {
    const dollars = `$${shortDollars(content.micros)}`;
    return content.reason === 'refunded'
      ? `${dollars} was refunded or disputed. Turn them on again when that is settled.`
      : `You were not charged ${dollars}: ${TOP_UP_PAUSES[content.reason]}.`;
  }
  return `${content.used.toLocaleString('en-US')} of ${content.of.toLocaleString('en-US')} records`;
}

/** Micro-dollars as dollars and cents, rounded down; people don't need a key's own precision. */
function shortDollars(micros: string): string {
  return dollarsOfMicros((BigInt(micros) / 10_000n) * 10_000n).replace(/(\.\d\d)0+$/, '$1');
}
