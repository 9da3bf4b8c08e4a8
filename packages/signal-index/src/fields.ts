import { LABEL_PREFIXES } from '@heliograph/read-model';
import { createHash } from 'node:crypto';

const { hiring, ...others } = LABEL_PREFIXES;

/** Fields of an indexed signal that hold its labels. */
export const LABEL_FIELDS = [...Object.keys(others), ...Object.keys(hiring)];

const FIELDS = new Map(
  Object.entries({ ...others, ...hiring }).map(([field, prefix]) => [prefix as string, field]),
);

/** Where a label is found, and its value. undefined for a word, which is no label. */
export function labelField(term: string): { field: string; value: string } | undefined {
  const end = term.indexOf('=') + 1;
  if (end === 0) return undefined;
  return { field: FIELDS.get(term.slice(0, end))!, value: term.slice(end) };
}

/** UTF-16 units. OpenSearch's whitespace analyzer cuts longer words, and Lucene holds no term of more than 32,766 bytes. */
const LONGEST_TOKEN = 200;

/** What stands for a word, or a key that is only compared, in the index. Hashes begin with what no word holds. */
export const tokenOf = (text: string): string =>
  text.length <= LONGEST_TOKEN ? text : `#${createHash('sha256').update(text).digest('base64url')}`;

/** Words as the whitespace analyzer takes them apart. */
export const tokensOf = (words: readonly string[]): string => words.map(tokenOf).join(' ');

/** Ids reach beyond a signed 64-bit number. */
const LOWEST = -(2n ** 63n);
const HIGHEST = 2n ** 63n - 1n;

/** Where an id is in the order, as a `long` in digits. What is beyond every id is the largest. */
export function orderOf(id: string): string {
  const order = BigInt(id) + LOWEST;
  return String(order > HIGHEST ? HIGHEST : order);
}
