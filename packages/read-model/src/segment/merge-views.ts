import { isShown, type SegmentView } from '../snapshot';
import { companyOf } from './company-of';
import { hashOfName } from './company-slots';
import { keysOf } from './dictionary';
import { documentOf } from './documents';
import { termsOfName } from './name-table';
import { listOf, type Postings } from './postings';
import { rowsOf } from './row-sets';
import type { Segment } from './segment';
import { SegmentBuilder } from './segment-builder';

/** Merges what several views show, or will show once its time comes, into one segment. */
export function mergeViews(views: readonly SegmentView[]): Segment {
  const builder = new SegmentBuilder();
  for (const view of views) addView(builder, view);
  return builder.finish();
}

function addView(builder: SegmentBuilder, view: SegmentView): void {
  const { segment } = view;
  const keys = [...keysOf(segment.terms)];
  const numbers = new Map<number, number>();
  const numberOf = (term: number) => {
    let number = numbers.get(term);
    if (number === undefined) numbers.set(term, (number = builder.termOf(keys[term]!)));
    return number;
  };
  const labels = labelsByRow(segment, keys);
  const amounts = new Map(
    Array.from(segment.amounts.rows, (row, index) => [row, segment.amounts.values[index]!]),
  );
  const scheduled = new Set(view.scheduled);
  const kept = new Set<number>();
  for (let row = 0; row < segment.rows; row++) {
    if (!isShown(view, row) && !scheduled.has(row)) continue;
    kept.add(segment.companies[row]!);
    builder.addEncoded({
      high: segment.ids.high[row]!,
      low: segment.ids.low[row]!,
      day: segment.days[row]!,
      ordinal: segment.ordinals[row]!,
      companyId: segment.companies[row]!,
      publishedAtMs: segment.publishedAt[row]!,
      amount: amounts.get(row),
      title: slice(segment.titles.words, segment.titles.starts, row).map(numberOf),
      labels: listOf(labels, row).map(numberOf),
      document: documentOf(segment.documents, row),
    });
  }
  const { ids, names, slugTexts } = segment.companyTable;
  for (const [company, id] of ids.entries()) {
    if (!kept.has(id) || builder.hasCompany(id)) continue;
    builder.addCompany({
      id,
      slug: { bytes: slugTexts.bytes, from: slugTexts.starts[company]!, to: slugTexts.starts[company + 1]! },
      nameWords: termsOfName(names, company).map(numberOf),
      nameHash: hashOfName(companyOf(segment, company).name),
    });
  }
}

const slice = (items: Uint32Array, starts: Uint32Array, index: number) =>
  items.subarray(starts[index], starts[index + 1]);

/** A word consists only of letters, marks, and digits. */
const isLabel = (key: string) => key.includes('=');

/** Labels by row: a segment has only rows by label. */
function labelsByRow({ rowSets, rows }: Segment, keys: readonly string[]): Postings {
  const offsets = new Uint32Array(rows + 1);
  const visit = (take: (row: number, term: number) => void) => {
    for (const [term, key] of keys.entries()) {
      if (isLabel(key)) for (const row of rowsOf(rowSets, term)) take(row, term);
    }
  };
  visit((row) => (offsets[row + 1]! += 1));
  for (let row = 0; row < rows; row++) offsets[row + 1]! += offsets[row]!;
  const next = offsets.slice(0, rows);
  const numbers = new Uint32Array(offsets[rows]!);
  visit((row, term) => (numbers[next[row]!++] = term));
  return { offsets, numbers };
}
