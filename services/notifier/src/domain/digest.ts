import { DIGEST, type DigestFrequency } from '@heliograph/contract';

/** How often a saved search is sent by email. */
export type MailFrequency = Exclude<DigestFrequency, 'none'>;

/** A digest's settings. */
export interface DigestSettings {
  frequency: MailFrequency;
  /** When it is checked next. */
  nextAt: Date;
}

/** Why an account's address gets no email. */
export interface MailRefusal {
  at: Date;
  /** The SMTP status; undefined if SMTP does not allow such an address. */
  status: number | undefined;
}

/** What is new in a saved search. */
export interface NewSignals {
  total: number;
  /** Whether there may be more than were counted. */
  hasMore: boolean;
  /** By count, descending, then by name. */
  categories: readonly { category: string; count: number }[];
}

/** The content of an email, stored so that every attempt sends the same. */
export interface DigestContent extends NewSignals {
  name: string;
  frequency: MailFrequency;
  /** ISO 8601 */
  since: string;
  /** The position in the catalog's changes where counting began, if known: a bigint and an id. */
  after?: { version: string; id: string };
}

export const DAY_MS = 86_400_000;
const MONDAY = 1;
/** More would not make a better email. */
const MAXIMUM_CATEGORIES = 12;

/** The end of the period that a time falls in: at {@link DIGEST.hour} UTC, after that time. */
export function periodEndAfter(frequency: MailFrequency, time: Date): Date {
  const day = Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate(), DIGEST.hour);
  let end = day > time.getTime() ? day : day + DAY_MS;
  while (frequency === 'weekly' && new Date(end).getUTCDay() !== MONDAY) end += DAY_MS;
  return new Date(end);
}

/** @param categories one per new signal. */
export function summarize(categories: readonly string[], hasMore: boolean): NewSignals {
  const counts = new Map<string, number>();
  for (const category of categories) counts.set(category, (counts.get(category) ?? 0) + 1);
  const sorted = [...counts]
    .map(([category, count]) => ({ category, count }))
    .sort((left, right) => right.count - left.count || (left.category < right.category ? -1 : 1));
  return { total: categories.length, hasMore, categories: sorted.slice(0, MAXIMUM_CATEGORIES) };
}
