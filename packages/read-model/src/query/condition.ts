import type { SignalId } from '../segment/signal-id';
import type { Intervals } from './days';

/** A filter's condition on a signal, independent of any segment. */
export type Condition =
  | { kind: 'all' }
  | { kind: 'none' }
  /** The title contains the word, or the signal has the label. */
  | { kind: 'term'; term: string }
  /** The title contains these words, two or more, adjacent and in order. */
  | { kind: 'phrase'; words: readonly string[] }
  /** Its company has this slug, or this normalized name. */
  | { kind: 'company'; by: 'slug' | 'nameKey'; key: string }
  /** Its company's name contains these words, one or more, adjacent and in order. */
  | { kind: 'name'; words: readonly string[] }
  | { kind: 'days'; days: Intervals }
  /** Inclusive. */
  | { kind: 'amount'; minimum: number; maximum: number }
  | { kind: 'ids'; ids: readonly SignalId[] }
  | { kind: 'and'; of: readonly Condition[] }
  | { kind: 'or'; of: readonly Condition[] }
  | { kind: 'not'; of: Condition };

export const all: Condition = { kind: 'all' };
export const none: Condition = { kind: 'none' };

export function and(...conditions: readonly Condition[]): Condition {
  const of = conditions
    .flatMap((each) => (each.kind === 'and' ? each.of : [each]))
    .filter((each) => each !== all);
  if (of.includes(none)) return none;
  return of.length === 1 ? of[0]! : of.length === 0 ? all : { kind: 'and', of };
}

export function or(...conditions: readonly Condition[]): Condition {
  const of = conditions
    .flatMap((each) => (each.kind === 'or' ? each.of : [each]))
    .filter((each) => each !== none);
  if (of.includes(all)) return all;
  return of.length === 1 ? of[0]! : of.length === 0 ? none : { kind: 'or', of };
}

export function not(condition: Condition): Condition {
  if (condition === all) return none;
  if (condition === none) return all;
  return { kind: 'not', of: condition };
}

/** The title contains the term: a word, or a phrase of several. */
export function titleContains(words: readonly string[]): Condition {
  return words.length === 1 ? { kind: 'term', term: words[0]! } : { kind: 'phrase', words };
}

export const hasLabel = (label: string): Condition => ({ kind: 'term', term: label });
