import { all, type Condition } from '../query/condition';
import type { CompanyGroup } from '../query/read-groups';
import type { SegmentView } from '../snapshot';
import { matcherOf } from './matcher-of';
import type { Matcher } from './matchers';
import { scan, type Slices } from './scan';
import { drop, forEachBit, isEmpty, keepBoth, withScratch } from './window';

/** A bit for each of the catalog's numbers of companies. */
export type CompanySet = Uint32Array;

const emptySet = (companies: number): CompanySet => new Uint32Array(Math.ceil(companies / 32));

/**
 * The evidence that settles a group: for each of its terms (of `or`: for all together), and for its exclusions, the
 * companies that have it.
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
 * The companies that satisfy each of the groups, by evidence from the rows that match and are shown.
 *
 * @param evidenceAllowed what a row must match to be evidence.
 * @param companies the largest number of a company, plus one.
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
  const base = allowed === all ? undefined : matcherOf(allowed, segment);
  const any = anyOf(parts.map(({ matcher }) => matcher));
  yield* scan(view, base ?? any, 0, (window, start) => {
    for (const { matcher, companies } of parts) {
      withScratch((own) => {
        own.set(window);
        matcher.filter(own, start);
        forEachBit(own, (bit) => {
          const company = segment.companies[start + bit]!;
          companies[company >>> 5]! |= 1 << (company & 31);
        });
      });
      if (isEmpty(window)) return;
    }
  });
}

/** Skips windows in which nothing is relevant to the groups, and filters nothing. */
function anyOf(matchers: readonly Matcher[]): Matcher {
  return {
    expected: 0,
    cost: 0,
    seek: (row) => matchers.reduce((nearest, matcher) => Math.min(nearest, matcher.seek(row)), Infinity),
    filter: () => undefined,
  };
}
