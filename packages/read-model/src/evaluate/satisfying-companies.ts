import { all, type Condition } from '../query/condition';
import type { CompanyGroup } from '../query/read-groups';
import type { SegmentView } from '../snapshot';
import { matcherOf } from './matcher-of';
import { ListMatcher, OrMatcher, type Matcher } from './matchers';
import { scan, type Slices } from './scan';
import { addCompanies, addCompaniesOfRows, drop, isEmpty, keepBoth, withScratch } from './window';

/** A bit for each company number of the catalog. */
export type CompanySet = Uint32Array;

const emptySet = (companies: number): CompanySet => new Uint32Array(Math.ceil(companies / 32));

/**
 * The evidence that decides a group: which companies have each of its terms (for `or`, any of them), and which have any
 * of its exclusions.
 */
interface Evidence {
  wanted: { condition: Condition; companies: CompanySet }[];
  excluded: { condition: Condition; companies: CompanySet };
}

function evidenceOf({ match, terms, excluded }: CompanyGroup, companies: number): Evidence {
  const evidence = (condition: Condition) => ({ condition, companies: emptySet(companies) });
  const wanted: readonly Condition[] =
    match === 'and' || terms.length < 2 ? terms : [{ kind: 'or', of: terms }];
  return { wanted: wanted.map(evidence), excluded: evidence(excluded) };
}

/**
 * The companies that satisfy each group, judged by matching rows that are shown.
 *
 * @param evidenceAllowed what a row must match to count as evidence.
 * @param companies the largest company number, plus one.
 */
export function* satisfyingCompanies(
  views: readonly SegmentView[],
  evidenceAllowed: Condition,
  groups: readonly CompanyGroup[],
  companies: number,
): Slices<CompanySet[]> {
  const evidence = groups.map((group) => evidenceOf(group, companies));
  for (const view of views) yield* gather(view, evidenceAllowed, evidence);
  return evidence.map(({ wanted, excluded }) => {
    const satisfying = emptySet(companies).fill(0xffff_ffff);
    for (const { companies: having } of wanted) keepBoth(satisfying, having);
    drop(satisfying, excluded.companies);
    return satisfying;
  });
}

function* gather(view: SegmentView, allowed: Condition, evidence: readonly Evidence[]): Slices<void> {
  const { segment } = view;
  const parts = evidence
    .flatMap(({ wanted, excluded }) => [...wanted, excluded])
    .filter(({ condition }) => condition.kind !== 'none')
    .map(({ condition, companies }) => ({ matcher: matcherOf(condition, segment), companies }));
  if (allowed !== all) return yield* gatherByWindow(view, matcherOf(allowed, segment), parts);
  const others: Part[] = [];
  for (const { matcher, companies } of parts) {
    if (matcher instanceof ListMatcher)
      addCompaniesOfRows(companies, segment.companies, matcher.rows, view.shown);
    else others.push({ matcher, companies });
    yield;
  }
  const matchers = others.map(({ matcher }) => matcher);
  yield* gatherByWindow(view, new SkippingMatcher(matchers, segment.rows), others);
}

/** A condition, and the companies that have evidence for it. */
interface Part {
  matcher: Matcher;
  companies: CompanySet;
}

/** @param base matches what is evidence for any part. */
function* gatherByWindow(view: SegmentView, base: Matcher, parts: readonly Part[]): Slices<void> {
  const { companies: companyOf } = view.segment;
  yield* scan(view, base, 0, (window, start) => {
    for (const { matcher, companies } of parts) {
      withScratch((found) => {
        matcher.collect(found, window, start);
        addCompanies(companies, companyOf, found, start);
      });
      if (isEmpty(window)) return;
    }
  });
}

/** Skips windows without evidence for any group; filters nothing. */
class SkippingMatcher extends OrMatcher {
  override filter(): void {}
}
