import type { SavedSearch, SavedSearchChange } from '@heliograph/dashboard-api';

/** What the form was opened to edit: everything, or only the webhook. */
export type EditPurpose = 'edit' | 'addWebhook' | 'changeWebhook';

/** The form's values, as typed. */
interface EditForm {
  name: string;
  /** '' means none. */
  url: string;
  /** '' means none. */
  maximum: string;
}

export function formOf({ name, webhook, maxRecordsPerDay }: SavedSearch): EditForm {
  return { name, url: webhook?.url ?? '', maximum: maxRecordsPerDay?.toString() ?? '' };
}

export function titleOf(purpose: EditPurpose, name: string): string {
  if (purpose === 'edit') return `Edit “${name}”`;
  return purpose === 'addWebhook' ? `Add a webhook to “${name}”` : `Change the webhook of “${name}”`;
}

/** The confirmation shown when the form is done. */
export function doneText(purpose: EditPurpose, name: string): string {
  if (purpose === 'edit') return `“${name}” was changed.`;
  return `The webhook of “${name}” was ${purpose === 'addWebhook' ? 'added' : 'changed'}.`;
}

/** What is wrong with the address before anything is sent: without one, nothing would be added. */
export function urlIssueOf(purpose: EditPurpose, { url }: EditForm): string | null {
  return purpose === 'addWebhook' && url.trim() === '' ? 'Enter an address.' : null;
}

/**
 * The differences from the saved search. A maximum that is not a number is sent anyway: the server says what is wrong.
 */
export function changeOf(saved: SavedSearch, form: EditForm): SavedSearchChange {
  const before = formOf(saved);
  const [name, url, maximum] = [form.name.trim(), form.url.trim(), form.maximum.trim()];
  return {
    ...(name !== before.name && { name }),
    ...(url !== before.url && { webhook: url === '' ? null : { url } }),
    ...(maximum !== before.maximum && { maxRecordsPerDay: maximum === '' ? null : numberOf(maximum) }),
  };
}

/** 0 for anything that is not a whole number: the server refuses it with a readable message. */
const numberOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : 0);
