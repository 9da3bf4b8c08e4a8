import type { SavedSearch, SavedSearchChange } from '@heliograph/dashboard-api';

/** What the form holds, as it is typed. */
export interface EditForm {
  name: string;
  /** '' for none. */
  url: string;
  /** '' for none. */
  maximum: string;
}

export function formOf({ name, webhook, maxRecordsPerDay }: SavedSearch): EditForm {
  return { name, url: webhook?.url ?? '', maximum: maxRecordsPerDay?.toString() ?? '' };
}

/** What differs from the saved search; a maximum that is no number is sent as it is not: the server says what is wrong with it. */
export function changeOf(saved: SavedSearch, form: EditForm): SavedSearchChange {
  const before = formOf(saved);
  const [name, url, maximum] = [form.name.trim(), form.url.trim(), form.maximum.trim()];
  return {
    ...(name !== before.name && { name }),
    ...(url !== before.url && { webhook: url === '' ? null : { url } }),
    ...(maximum !== before.maximum && { maxRecordsPerDay: maximum === '' ? null : numberOf(maximum) }),
  };
}

/** 0, which is refused in words for people, for what is no whole number. */
const numberOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : 0);
