import { words } from '@heliograph/words';
import type { Condition } from '../query/condition';
import { formatSignalId } from '../segment/signal-id';

/**
 * Keys that lead from signals to queries: a signal's own words and labels unchanged, others with a prefix. Words
 * contain neither `:` nor `=`, and a label contains `=` before any `:`.
 */
export const nameWordKey = (word: string) => `n:${word}`;
export const slugKey = (slug: string) => `g:${slug}`;
export const idKey = (id: string) => `d:${id}`;

/** The expected share of signals with a key, 0 to 1. */
type ShareOf = (key: string) => number;

/** Keys such that every matching signal has at least one, and the expected share of signals with one. */
interface CandidateKeys {
  keys: readonly string[];
  share: number;
}

/** Any signal may match. */
const EVERYWHERE: CandidateKeys = { keys: [], share: 1 };
const NOWHERE: CandidateKeys = { keys: [], share: 0 };

/** Beyond this many keys, index entries cost more than trying the query each time. */
const MAXIMUM_KEYS = 256;

/**
 * The rarest keys such that every matching signal has at least one; empty when no signal can match. Undefined when
 * there are no such keys, or too many: the condition must be tried on every signal.
 */
export function candidateKeysOf(condition: Condition, shareOf: ShareOf): readonly string[] | undefined {
  const candidates = read(condition, shareOf);
  return candidates === EVERYWHERE || candidates.keys.length > MAXIMUM_KEYS ? undefined : candidates.keys;
}

function read(condition: Condition, shareOf: ShareOf): CandidateKeys {
  const byKey = (key: string): CandidateKeys => ({ keys: [key], share: shareOf(key) });
  switch (condition.kind) {
    case 'none':
      return NOWHERE;
    case 'term':
      return byKey(condition.term);
    case 'phrase':
      return rarest(condition.words.map(byKey));
    case 'name':
      return rarest(condition.words.map((word) => byKey(nameWordKey(word))));
    case 'company':
      if (condition.by === 'slug') return byKey(slugKey(condition.key));
      // A name with the same normalized form has the same words. A name without words gets no key.
      return rarest(words(condition.key).map((word) => byKey(nameWordKey(word))));
    case 'ids':
      return anyOf(condition.ids.map(({ high, low }) => byKey(idKey(formatSignalId(high, low)))));
    case 'and':
      return rarest(condition.of.map((each) => read(each, shareOf)));
    case 'or':
      return anyOf(condition.of.map((each) => read(each, shareOf)));
    // Most signals match these.
    case 'all':
    case 'days':
    case 'amount':
    case 'not':
      return EVERYWHERE;
  }
}

function rarest(all: readonly CandidateKeys[]): CandidateKeys {
  return all.reduce((best, each) => (each.share < best.share ? each : best), EVERYWHERE);
}

function anyOf(all: readonly CandidateKeys[]): CandidateKeys {
  if (all.includes(EVERYWHERE)) return EVERYWHERE;
  return {
    keys: [...new Set(all.flatMap(({ keys }) => keys))],
    // A sum above 1 is harmless: it is never chosen over trying every signal.
    share: all.reduce((sum, { share }) => sum + share, 0),
  };
}
