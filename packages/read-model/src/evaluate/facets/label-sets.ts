import { keyOf, type DictionaryData } from '../../segment/dictionary';
import { rowsOf } from '../../segment/row-sets';
import type { Segment } from '../../segment/segment';
import { Uint32List } from '../../segment/shared-arrays';
import type { Slices } from '../scan';
import { Shared } from './shared';

/**
 * The labels of one kind that each row has. Rows share sets of labels (190,012 real signals have 37,673 sets of
 * industries and 14 of categories), so sets are numbered: each adds one label to an earlier one. Set 0 is empty.
 */
export interface LabelSets {
  /** The labels, without their prefix. */
  values: readonly string[];
  /** By row. */
  setOf: Uint16Array | Uint32Array;
  /** By set: the earlier one, and the added label's index. */
  parents: Uint32Array;
  added: Uint32Array;
}

/** Terms or rows read before yielding. */
const SLICE = 50_000;

/** By segment and prefix: segments are immutable. */
const known = new WeakMap<Segment, Map<string, Shared<LabelSets>>>();

/** The label sets of a segment's rows, read from its postings once. */
export function labelSetsOf(segment: Segment, prefix: string): Slices<LabelSets> {
  let ofSegment = known.get(segment);
  if (!ofSegment) known.set(segment, (ofSegment = new Map<string, Shared<LabelSets>>()));
  let sets = ofSegment.get(prefix);
  if (!sets) ofSegment.set(prefix, (sets = new Shared(readLabelSets(segment, prefix))));
  return sets.wait();
}

function* readLabelSets({ terms, rowSets, rows }: Segment, prefix: string): Slices<LabelSets> {
  const labels: number[] = [];
  const termCount = terms.offsets.length - 1;
  for (let from = 0; from < termCount; from += SLICE) {
    findLabels(labels, terms, prefix, from, Math.min(termCount, from + SLICE));
    yield;
  }
  const sets = { setOf: new Uint32Array(rows), parents: new Uint32List(), added: new Uint32List() };
  addSet(sets, 0, 0);
  let read = 0;
  for (const [label, term] of labels.entries()) {
    const labeled = rowsOf(rowSets, term);
    addLabel(sets, label, labeled);
    read += labeled.length;
    if (read < SLICE) continue;
    read = 0;
    yield;
  }
  const { setOf, parents, added } = sets;
  return {
    values: labels.map((term) => keyOf(terms, term).slice(prefix.length)),
    setOf: parents.length <= 0x1_0000 ? Uint16Array.from(setOf) : setOf,
    parents: parents.view().slice(),
    added: added.view().slice(),
  };
}

/** Finds the terms that begin with a prefix. */
function findLabels(
  found: number[],
  { bytes, offsets }: DictionaryData,
  prefix: string,
  from: number,
  to: number,
): void {
  const wanted = new TextEncoder().encode(prefix);
  for (let term = from; term < to; term++) {
    const start = offsets[term]!;
    let length = 0;
    while (length < wanted.length && wanted[length] === bytes[start + length]) length += 1;
    if (length === wanted.length) found.push(term);
  }
}

interface GrowingSets {
  setOf: Uint32Array;
  parents: Uint32List;
  added: Uint32List;
}

function addSet({ parents, added }: GrowingSets, parent: number, label: number): number {
  added.push(label);
  parents.push(parent);
  return parents.length - 1;
}

/** Adds a label to the sets of its rows. */
function addLabel(sets: GrowingSets, label: number, rows: Uint32Array): void {
  const { setOf } = sets;
  /** The sets with the label, by the set before it: rarely more than one. */
  const withLabel = new Map<number, number>();
  let [lastBefore, last] = [-1, -1];
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!;
    const before = setOf[row]!;
    if (before !== lastBefore) {
      lastBefore = before;
      last = withLabel.get(before) ?? -1;
      if (last < 0) withLabel.set(before, (last = addSet(sets, before, label)));
    }
    setOf[row] = last;
  }
}
