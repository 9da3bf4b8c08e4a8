import { companyNamed } from '../../segment/company-of';
import { textOf } from '../../segment/packed-texts';
import { listOf } from '../../segment/postings';
import type { Slices } from '../scan';
import { forEachBit, newWindow, WINDOW_ROWS } from '../window';
import { isMatched, type Matched, type MatchedView } from './matched-rows';
import { MostFrequent, type FacetCount } from './most-frequent';

interface CompanyCount extends FacetCount {
  /** A view with the company, and the company's index there. */
  matched: MatchedView;
  company: number;
}

/** The companies with the most matches, identified by slug. */
export function* tallyCompanies(
  matched: Matched,
  maximum: number,
): Slices<{ values: FacetCount[]; more: boolean }> {
  const counts = yield* countByCompany(matched);
  const best = new MostFrequent<CompanyCount>(maximum);
  const seen = new Uint8Array(counts.length);
  // Newest first: the newest view's data about a company wins.
  for (const newest of matched.views.toReversed()) {
    const { ids, slugTexts } = newest.view.segment.companyTable;
    for (let company = 0; company < ids.length; company++) {
      if (company % WINDOW_ROWS === 0) yield;
      const id = ids[company]!;
      const count = counts[id] ?? 0;
      if (count === 0 || seen[id] === 1) continue;
      seen[id] = 1;
      if (!best.wants(count)) continue;
      best.add({ value: textOf(slugTexts, company), count, matched: newest, company });
    }
  }
  const values: FacetCount[] = [];
  for (const each of best.values) {
    values.push({ value: each.value, label: nameOf(each, matched), count: each.count });
    yield;
  }
  return { values, more: best.more };
}

/** Match counts by the catalog's company number. */
function* countByCompany({ views }: Matched): Slices<Uint32Array> {
  const limit = views.reduce((greatest, { view }) => Math.max(greatest, view.segment.companyLimit), 0);
  const counts = new Uint32Array(limit);
  const window = newWindow();
  for (const { view, bits } of views) {
    const { companies } = view.segment;
    for (let start = 0; start < view.segment.rows; start += WINDOW_ROWS) {
      window.set(bits.subarray(start >>> 5, (start + WINDOW_ROWS) >>> 5));
      forEachBit(window, (bit) => void (counts[companies[start + bit]!]! += 1));
      yield;
    }
  }
  return counts;
}

/**
 * The name in a matching row: from the view it was found in, or else, when only older rows match, from any other view.
 */
function nameOf({ matched: found, company }: CompanyCount, { views }: Matched): string {
  const name = nameIn(found, company);
  if (name !== undefined) return name;
  const id = found.view.segment.companyTable.ids[company]!;
  for (const matched of views) {
    const place = matched.view.segment.companyTable.ids.indexOf(id);
    const other = place < 0 ? undefined : nameIn(matched, place);
    if (other !== undefined) return other;
  }
  return '';
}

function nameIn({ view: { segment }, bits }: MatchedView, company: number): string | undefined {
  const row = listOf(segment.companyTable.rows, company).find((each) => isMatched(bits, each));
  return row === undefined ? undefined : companyNamed(segment, row).name;
}
