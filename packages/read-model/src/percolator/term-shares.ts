import { hashOfKey } from '../segment/company-slots';
import type { Segment } from '../segment/segment';
import { rowCountOf } from '../segment/row-sets';
import { keysOf } from '../segment/dictionary';
import { idKey, nameWordKey, slugKey } from './candidate-keys';

/** Number of counters. Keys may share one, so a key never seems rarer than it is. */
const COUNTERS = 1 << 16;
/** After this many signals all counts are halved, so recent signals weigh more. */
const MAXIMUM_SIGNALS = 1_000_000;
/** Initial guess: labels are more common than words, and words than companies. */
const ASSUMED = { id: 0.000_001, company: 0.001, word: 0.01, label: 0.1 };

/** How common words and labels are among the signals seen. */
export class TermShares {
  private readonly counts = new Float32Array(COUNTERS);
  private signals = 0;

  /** The share of signals that have a key, 0 to 1. */
  readonly of = (key: string): number =>
    Math.min(0.999, (this.counts[counterOf(key)]! + assumedOf(key)) / (this.signals + 1));

  /** Counts what a segment's signals have. */
  learn(segment: Segment): void {
    let number = 0;
    for (const key of keysOf(segment.terms)) {
      const count = rowCountOf(segment.rowSets, number++);
      if (count > 0) this.counts[counterOf(key)]! += count;
    }
    this.signals += segment.rows;
    if (this.signals < MAXIMUM_SIGNALS) return;
    this.signals /= 2;
    for (let counter = 0; counter < COUNTERS; counter++) this.counts[counter]! /= 2;
  }
}

const counterOf = (key: string) => hashOfKey(key) & (COUNTERS - 1);
const [ID, SLUG, NAME] = [idKey(''), slugKey(''), nameWordKey('')];

function assumedOf(key: string): number {
  if (key.startsWith(ID)) return ASSUMED.id;
  if (key.startsWith(SLUG) || key.startsWith(NAME)) return ASSUMED.company;
  return key.includes('=') ? ASSUMED.label : ASSUMED.word / key.length;
}
