import { LABEL_PREFIXES } from '@heliograph/read-model';
import { createHash } from 'node:crypto';

const { hiring, ...others } = LABEL_PREFIXES;

/** Fields of an indexed signal with its labels. */
export const LABEL_FIELDS = [...Object.keys(others), ...Object.keys(hiring)];

const FIELDS = new Map(
  Object.entries({ ...others, ...hiring }).map(([field, prefix]) => [prefix as string, field]),
);

/** A label's field and value; undefined for a word. */
export function labelField(term: string): { field: string; value: string } | undefined {
  const end = term.indexOf('=') + 1;
  if (end === 0) return undefined;
  return { field: FIELDS.get(term.slice(0, end))!, value: term.slice(end) };
}

/**
 * In UTF-16 units. OpenSearch's whitespace analyzer splits longer words, and Lucene's terms are limited to 32,766
 * bytes.
 */
const LONGEST_TOKEN = 200;

/** The indexed form of a word, or of a key that is only compared. Hashes begin with `#`, which no word contains. */
export const tokenOf = (text: string): string =>
  text.length <= LONGEST_TOKEN ? text : `#${createHash('sha256').update(text).digest('base64url')}`;

/** Words as text for the whitespace analyzer to split. */
export const tokensOf = (words: readonly string[]): string => words.map(tokenOf).join(' ');

/** Ids may exceed a signed 64-bit integer. */
const LOWEST = -(2n ** 63n);
const HIGHEST = 2n ** 63n - 1n;

/** An id as a `long` that sorts in the same order, in decimal digits; clamped to the largest `long`. */
export function orderOf(id: string): string {
  const order = BigInt(id) + LOWEST;
  return String(order > HIGHEST ? HIGHEST : order);
}
