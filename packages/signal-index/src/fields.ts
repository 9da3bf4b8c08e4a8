import { LABEL_PREFIXES } from '@heliograph/read-model';
import { createHash } from 'node:crypto';

const { hiring, ...others } = LABEL_PREFIXES;

/** Fields of an indexed signal with its labels. */
export const LABEL_FIELDS = [...Object.keys(others), ...Object.keys(hiring)];

const FIELDS = new Map(
  Object.entries({ ...others, ...hiring }).map(([field, prefix]) => [prefix as string, field]),
);

/** A label's field and value. undefined for a word, which is not a label. */
export function labelField(term: string): { field: string; value: string } | undefined {
  const end = term.indexOf('=') + 1;
  if (end === 0) return undefined;
  return { field: FIELDS.get(term.slice(0, end))!, value: term.slice(end) };
}

/**
 * UTF-16 units. OpenSearch's whitespace analyzer cuts longer words, and Lucene has no terms of more than 32,766 bytes.
 */
const LONGEST_TOKEN = 200;

/** The indexed form of a word, or of a key that is only compared. Hashes begin with what no word contains. */
export const tokenOf = (text: string): string =>
  text.length <= LONGEST_TOKEN ? text : `#${createHash('sha256').update(text).digest('base64url')}`;

/** Words in the form that the whitespace analyzer splits. */
export const tokensOf = (words: readonly string[]): string => words.map(tokenOf).join(' ');

/** Ids reach beyond a signed 64-bit number. */
const LOWEST = -(2n ** 63n);
const HIGHEST = 2n ** 63n - 1n;

/** An id's place in the order, as a `long` in digits. Anything beyond every id is the largest. */
export function orderOf(id: string): string {
  const order = BigInt(id) + LOWEST;
  return String(order > HIGHEST ? HIGHEST : order);
}
