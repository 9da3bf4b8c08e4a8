import { companyNamed } from '../../segment/company-of';
import { textOf } from '../../segment/packed-texts';
import { listOf } from '../../segment/postings';
import { isShown, type SegmentView, type Snapshot } from '../../snapshot';
import { MostFrequent, type FacetCount } from '../facets/most-frequent';
import { namesContaining, phraseIn } from '../names-containing';
import type { Slices } from '../scan';
import { shownCounts } from './shown-counts';
import { mostShown } from './most-shown';

interface SuggestedCompany extends FacetCount {
  view: SegmentView;
  company: number;
}

/**
 * The companies with the most shown signals among those whose names contain a phrase; its last word may be incomplete.
 */
export function* suggestCompanies(
  words: readonly string[],
  limit: number,
  snapshot: Snapshot,
): Slices<FacetCount[]> {
  const { counts, newest } = yield* totalsOf(snapshot);
  const best = new MostFrequent<SuggestedCompany>(limit);
  for (const [place, view] of snapshot.views.entries()) {
    const { companyTable, terms } = view.segment;
    const { ids, names, slugTexts } = companyTable;
    const matching = namesContaining(names, phraseIn(names, terms, words, true));
    yield;
    // In another view, the company may have another name.
    const countOf = (company: number) => {
      const id = ids[company]!;
      return newest[id] === place + 1 ? counts[id]! : 0;
    };
    for (const company of mostShown(matching, countOf, limit)) {
      best.add({ value: textOf(slugTexts, company), count: countOf(company), view, company });
    }
    yield;
  }
  return best.values.map(({ value, count, view, company }) => {
    const { segment } = view;
    const row = listOf(segment.companyTable.rows, company).find((each) => isShown(view, each))!;
    return { value, label: companyNamed(segment, row).name, count };
  });
}

/** Indexed by the catalog's company number. */
interface CompanyTotals {
  /** Shown signals. */
  counts: Uint32Array;
  /** Index plus one of the last view that shows any: its data about the company wins. */
  newest: Uint32Array;
}

/** By snapshot: a request's work grows with the number of companies only after a change. */
const known = new WeakMap<Snapshot, CompanyTotals>();

function* totalsOf(snapshot: Snapshot): Slices<CompanyTotals> {
  let totals = known.get(snapshot);
  if (!totals) known.set(snapshot, (totals = yield* addUp(snapshot)));
  return totals;
}

function* addUp({ views }: Snapshot): Slices<CompanyTotals> {
  const limit = views.reduce((greatest, { segment }) => Math.max(greatest, segment.companyLimit), 0);
  const totals = { counts: new Uint32Array(limit), newest: new Uint32Array(limit) };
  for (const [place, view] of views.entries()) {
    const ofView = yield* shownCounts(view, 'company');
    const { ids } = view.segment.companyTable;
    for (let company = 0; company < ids.length; company++) {
      if (ofView[company] === 0) continue;
      const id = ids[company]!;
      totals.counts[id]! += ofView[company]!;
      totals.newest[id] = place + 1;
    }
    yield;
  }
  return totals;
}
