import type { Condition } from '../query/condition';
import { findKey } from '../segment/dictionary';
import { listOf } from '../segment/postings';
import { rowSetOf } from '../segment/row-sets';
import { firstRowUntil, rowOf, type Segment } from '../segment/segment';
import type { SignalId } from '../segment/signal-id';
import { companiesWithName, companiesWithNameKey, companiesWithSlug, type Candidates } from './companies-of';
import {
  AmountMatcher,
  AndMatcher,
  BitmapMatcher,
  ConstantMatcher,
  LazyMatcher,
  listCost,
  ListMatcher,
  NotMatcher,
  OrMatcher,
  PhraseMatcher,
  RangesMatcher,
  type Matcher,
} from './matchers';

/** Above this share of all rows, a bitmap is cheaper than a sorted list. */
const DENSE_SHARE = 1 / 64;

/** Nanoseconds to check one candidate company's name, and to read, sort, and match one of its rows. */
const CANDIDATE_COST = 20;
const ROW_COST = 10;

/** Matchers of words, labels, and phrases, shared by several estimates; not for scans. */
export type KnownMatchers = Map<Segment, Map<string, Matcher>>;

/**
 * A condition's matcher in a segment, created without reading rows. Good for one scan; with `known`, for estimates
 * only.
 */
export function matcherOf(condition: Condition, segment: Segment, known?: KnownMatchers): Matcher {
  const { rows } = segment;
  switch (condition.kind) {
    case 'all':
      return new ConstantMatcher(true, rows);
    case 'none':
      return new ConstantMatcher(false, rows);
    case 'term':
      return once(known, segment, condition.term, () =>
        ofTerm(findKey(segment.terms, condition.term), segment),
      );
    case 'phrase':
      return once(known, segment, condition.words.join(' '), () => phraseMatcher(condition.words, segment));
    case 'company':
      return condition.by === 'slug'
        ? ofCompanies(companiesWithSlug(segment, condition.key), segment)
        : ofCandidates(companiesWithNameKey(segment, condition.key), segment);
    case 'name':
      return ofCandidates(companiesWithName(segment, condition.words), segment);
    case 'days':
      // Newest first: an interval's first row is of its latest day.
      return new RangesMatcher(
        condition.days
          .map(({ from, to }) => ({ from: firstRowUntil(segment, to), to: firstRowUntil(segment, from - 1) }))
          .reverse(),
        rows,
      );
    case 'amount':
      return new AmountMatcher(segment.amounts.rows, segment.amounts.values, condition, rows);
    case 'ids':
      return new ListMatcher(rowsOfIds(condition.ids, segment), rows);
    case 'and':
      return new AndMatcher(
        condition.of.map((each) => matcherOf(each, segment, known)),
        rows,
      );
    case 'or':
      return new OrMatcher(
        condition.of.map((each) => matcherOf(each, segment, known)),
        rows,
      );
    case 'not':
      return new NotMatcher(matcherOf(condition.of, segment, known), rows);
  }
}

function once(
  known: KnownMatchers | undefined,
  segment: Segment,
  key: string,
  create: () => Matcher,
): Matcher {
  if (!known) return create();
  let ofSegment = known.get(segment);
  if (!ofSegment) known.set(segment, (ofSegment = new Map<string, Matcher>()));
  let matcher = ofSegment.get(key);
  if (!matcher) ofSegment.set(key, (matcher = create()));
  return matcher;
}

/** @param term its number, if the segment contains it. */
function ofTerm(term: number | undefined, { rowSets, rows }: Segment): Matcher {
  if (term === undefined) return new ConstantMatcher(false, rows);
  const set = rowSetOf(rowSets, term);
  return 'bits' in set ? new BitmapMatcher(set.bits, set.count, rows) : new ListMatcher(set.rows, rows);
}

function phraseMatcher(words: readonly string[], segment: Segment): Matcher {
  const numbers: number[] = [];
  for (const word of words) {
    const number = findKey(segment.terms, word);
    if (number === undefined) return new ConstantMatcher(false, segment.rows);
    numbers.push(number);
  }
  const each = [...new Set(numbers)].map((number) => ofTerm(number, segment));
  return new PhraseMatcher(segment.titles, Uint32Array.from(numbers), new AndMatcher(each, segment.rows));
}

/** The rows of companies that the scan will find. */
function ofCandidates({ count, find }: Candidates, segment: Segment): Matcher {
  const { rows, companyTable } = segment;
  if (count === 0) return new ConstantMatcher(false, rows);
  // Assumes that they have as many rows as other companies.
  const expected = (rows * count) / companyTable.ids.length;
  const cost = count * CANDIDATE_COST + listCost(expected, rows, ROW_COST);
  return new LazyMatcher(expected, cost, () => ofCompanies(find(), segment));
}

/** The rows of some of the segment's companies. */
function ofCompanies(companies: Uint32Array, segment: Segment): Matcher {
  const { offsets, numbers } = segment.companyTable.rows;
  if (companies.length === 1)
    return new ListMatcher(listOf(segment.companyTable.rows, companies[0]!), segment.rows);
  let count = 0;
  for (let index = 0; index < companies.length; index++) {
    count += offsets[companies[index]! + 1]! - offsets[companies[index]!]!;
  }
  const isDense = count > segment.rows * DENSE_SHARE;
  const rows = new Uint32Array(isDense ? 0 : count);
  const bits = new Uint32Array(isDense ? Math.ceil(segment.rows / 32) : 0);
  let length = 0;
  for (let index = 0; index < companies.length; index++) {
    const company = companies[index]!;
    for (let place = offsets[company]!; place < offsets[company + 1]!; place++) {
      const row = numbers[place]!;
      if (isDense) bits[row >>> 5]! |= 1 << (row & 31);
      else rows[length++] = row;
    }
  }
  return isDense ? new BitmapMatcher(bits, count, segment.rows) : new ListMatcher(rows.sort(), segment.rows);
}

function rowsOfIds(ids: readonly SignalId[], segment: Segment): Uint32Array {
  const rows = ids.map(({ high, low }) => rowOf(segment, high, low)).filter((row) => row >= 0);
  return Uint32Array.from(new Set(rows)).sort();
}
