import { words } from '@heliograph/words';
import { LABEL_PREFIXES } from '../labels';
import { byCodePoint } from './code-points';
import type { DictionaryData } from './dictionary';
import { buildNameTable, type NameTable } from './name-table';
import { sharedCopy } from './shared-arrays';
import { NO_PREFIX, type TermTable } from './term-table';

/** Labels whose values can be found by their words. */
const NAMED_LABELS = ['category', 'city', 'country', 'industry'] as const;
export type NamedLabel = (typeof NAMED_LABELS)[number];

/** The values of one kind of label, in code point order. */
export interface LabelTable {
  /** The labels' numbers in the dictionary. */
  terms: Uint32Array;
  /** The values' words. */
  names: NameTable;
}

export type LabelTables = Readonly<Record<NamedLabel, LabelTable>>;

interface LabelWords {
  labels: number[];
  starts: Uint32Array;
  terms: Uint32Array;
}

/**
 * Numbers the words of all named labels.
 *
 * @returns a function that creates the tables once the terms are packed.
 */
export function readLabels(terms: TermTable): (dictionary: DictionaryData) => LabelTables {
  const read = NAMED_LABELS.map((kind) => [kind, wordsOfLabels(terms, LABEL_PREFIXES[kind])] as const);
  return (dictionary) =>
    Object.fromEntries(
      read.map(([kind, { labels, ...names }]): [NamedLabel, LabelTable] => [
        kind,
        { terms: sharedCopy(labels, labels.length), names: buildNameTable(names, dictionary) },
      ]),
    ) as unknown as LabelTables;
}

function wordsOfLabels(terms: TermTable, prefix: string): LabelWords {
  const found = terms.beginningWith(prefix).sort((a, b) => byCodePoint(a.rest, b.rest));
  const names = found.map(({ rest }) => words(rest).map((word) => terms.numberOf(NO_PREFIX, word)));
  const starts = sharedCopy([0], found.length + 1);
  for (const [index, { length }] of names.entries()) starts[index + 1] = starts[index]! + length;
  return { labels: found.map(({ number }) => number), starts, terms: Uint32Array.from(names.flat()) };
}
