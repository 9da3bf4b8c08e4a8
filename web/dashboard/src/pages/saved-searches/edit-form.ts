import { SAVED_SEARCH } from '@heliograph/contract';
import type { SavedSearch, SavedSearchChange } from '@heliograph/dashboard-api';
import { readRecordLimit } from '../keys/record-limit';

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

const readMaximum = ({ maximum }: EditForm) => readRecordLimit(maximum, SAVED_SEARCH.recordsPerDay);

/** What is wrong, by field, before anything is sent; empty if nothing is. */
export function issuesOf(purpose: EditPurpose, form: EditForm): Partial<Record<keyof EditForm, string>> {
  const { issue } = readMaximum(form);
  return {
    // Without one, nothing would be added.
    ...(purpose === 'addWebhook' && form.url.trim() === '' && { url: 'Enter an address.' }),
    ...(issue !== undefined && { maximum: issue }),
  };
}

/** The differences from the saved search, in a form without issues. */
export function changeOf(saved: SavedSearch, form: EditForm): SavedSearchChange {
  const before = formOf(saved);
  const [name, url] = [form.name.trim(), form.url.trim()];
  const { records } = readMaximum(form);
  return {
    ...(name !== before.name && { name }),
    ...(url !== before.url && { webhook: url === '' ? null : { url } }),
    ...(records !== (saved.maxRecordsPerDay ?? null) && { maxRecordsPerDay: records }),
  };
}
