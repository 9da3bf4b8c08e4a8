import type { SavedSearch, SavedSearchChange } from '@heliograph/dashboard-api';

/** The form's values, as typed. */
interface EditForm {
  name: string;
  /** '' for none. */
  url: string;
  /** '' for none. */
  maximum: string;
}

export function formOf({ name, webhook, maxRecordsPerDay }: SavedSearch): EditForm {
  return { name, url: webhook?.url ?? '', maximum: maxRecordsPerDay?.toString() ?? '' };
}

/**
 * What differs from the saved search; a maximum that is not a number is sent as is: the server says what is wrong with
 * it.
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

/** 0, which the server refuses with a readable message, for anything that is not a whole number. */
const numberOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : 0);
