import {
  amountBucket,
  amountLexeme,
  categoryLexeme,
  cityKeyLexeme,
  companyLexeme,
  countryKeyLexeme,
  countryLexeme,
  fundingCurrencyLexeme,
  fundingStageLexeme,
  hiringLexeme,
  industryLexeme,
  lastAmountBucket,
  sizeLexeme,
  wholeNameLexeme,
} from '@heliograph/catalog';
import { parseTerms, words, type Term } from '@heliograph/words';
import { addDays, allDays, firstDay, intersectionOf, lastDay, unionOf, type Intervals } from './days';
import { always, and, lexeme, never, not, or, upperBound, type Expression } from './expression';
import { phraseExpression } from './phrases';
import type { DateRange, LocationFilter, SearchQuery } from './query';

/** All filters of a query but `searchGroups`: a condition on each signal by itself. */
export interface Filters {
  expression: Expression;
  days: Intervals;
  /** Only these ids, when given. */
  ids?: string[];
}

const titleTerm = (term: Term) => phraseExpression('title', term);
const listSyntax = { commasSplit: true, minusExcludes: false };

/** One of the values; no constraint without any. */
function anyOf<Item>(items: readonly Item[] | undefined, condition: (item: Item) => Expression): Expression {
  return items && items.length > 0 ? or(...items.map(condition)) : always;
}

function textExpression(query: SearchQuery): Expression {
  const conditions: Expression[] = [];
  if (query.q) {
    const { include, exclude } = parseTerms(query.q, { commasSplit: false, minusExcludes: true });
    conditions.push(...include.map(titleTerm), ...exclude.map((term) => not(titleTerm(term))));
  }
  if (query.all) conditions.push(...parseTerms(query.all, listSyntax).include.map(titleTerm));
  if (query.exact) {
    const phrase = words(query.exact);
    if (phrase.length > 0) conditions.push(titleTerm(phrase));
  }
  if (query.any) conditions.push(anyOf(parseTerms(query.any, listSyntax).include, titleTerm));
  if (query.exclude)
    conditions.push(...parseTerms(query.exclude, listSyntax).include.map((term) => not(titleTerm(term))));
  return and(...conditions);
}

function locationExpression(location: LocationFilter): Expression {
  if (location.kind === 'country') return lexeme(countryKeyLexeme(location.value));
  const city = lexeme(cityKeyLexeme(location.value));
  return location.country ? and(city, lexeme(countryKeyLexeme(location.country))) : city;
}

function companyExpression(query: SearchQuery): Expression {
  const conditions: Expression[] = [];
  const name = words(query.company ?? '');
  if (name.length > 0) conditions.push(phraseExpression('name', name));
  if (query.companySlug) conditions.push(lexeme(companyLexeme(query.companySlug)));
  conditions.push(
    anyOf(query.companies, (item) => or(lexeme(companyLexeme(item)), lexeme(wholeNameLexeme(item)))),
  );
  return and(...conditions);
}

/** The amount lies in the range. Buckets inside it are sure, those of its ends are looked at. */
function amountExpression(minimum: number | undefined, maximum: number | undefined): Expression {
  if (minimum === undefined && maximum === undefined) return always;
  const low = minimum === undefined ? -1 : amountBucket(minimum);
  const high = maximum === undefined ? lastAmountBucket + 1 : amountBucket(maximum);
  const buckets = (from: number, to: number) =>
    or(
      ...Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => lexeme(amountLexeme(from + index))),
    );
  return {
    kind: 'uncertain',
    upper: buckets(Math.max(low, 0), Math.min(high, lastAmountBucket)),
    sure: buckets(low + 1, high - 1),
    open: or(
      ...[low, high]
        .filter((end) => end >= 0 && end <= lastAmountBucket)
        .map((end) => lexeme(amountLexeme(end))),
    ),
    check: { kind: 'amount', minimum, maximum },
  };
}

const rangeStarts = { '7': 7, '30': 30, '90': 90 } as const;

function rangeInterval(range: DateRange, today: string) {
  return range === 'older'
    ? { from: firstDay, to: addDays(today, -91) }
    : { from: addDays(today, -rangeStarts[range]), to: lastDay };
}

function dayFilter(query: SearchQuery, today: string): Intervals {
  let days = allDays;
  if (query.days) days = intersectionOf(days, [{ from: addDays(today, -query.days), to: lastDay }]);
  if (query.dateRanges && query.dateRanges.length > 0)
    days = intersectionOf(days, unionOf(query.dateRanges.map((range) => rangeInterval(range, today))));
  return intersectionOf(days, [{ from: query.dateFrom || firstDay, to: query.dateTo || lastDay }]);
}

function idFilter(query: SearchQuery): string[] | undefined {
  const lists = [query.ids, query.activityIds].filter((list) => list !== undefined && list.length > 0);
  const [first, second] = lists;
  if (!first) return undefined;
  const wanted = second && new Set(second);
  return [...new Set(wanted ? first.filter((id) => wanted.has(id)) : first)];
}

/**
 * Reads the filters of a query, without `searchGroups`.
 * @param today the current day in UTC, which `days` and `dateRanges` count from
 */
export function readFilters(query: SearchQuery, today: string): Filters {
  const expression = and(
    textExpression(query),
    companyExpression(query),
    query.country ? lexeme(countryLexeme(query.country)) : always,
    anyOf(query.locations, locationExpression),
    query.industry ? lexeme(industryLexeme(query.industry)) : always,
    anyOf(query.industries, (industry) => lexeme(industryLexeme(industry))),
    query.size ? lexeme(sizeLexeme(query.size)) : always,
    anyOf(query.categories, (category) => lexeme(categoryLexeme(category))),
    anyOf(query.hiringTypes, (label) => lexeme(hiringLexeme('types', label))),
    anyOf(query.hiringFunctions, (label) => lexeme(hiringLexeme('functions', label))),
    anyOf(query.hiringSeniorities, (label) => lexeme(hiringLexeme('seniorities', label))),
    anyOf(query.hiringEmploymentTypes, (label) => lexeme(hiringLexeme('employmentTypes', label))),
    anyOf(query.hiringWorkArrangements, (label) => lexeme(hiringLexeme('workArrangements', label))),
    anyOf(query.fundingStages, (stage) => lexeme(fundingStageLexeme(stage))),
    query.fundingCurrency ? lexeme(fundingCurrencyLexeme(query.fundingCurrency)) : always,
    amountExpression(query.fundingMin, query.fundingMax),
  );
  return { expression, days: dayFilter(query, today), ids: idFilter(query) };
}

/** Whether nothing can match, so that nothing needs to be asked. */
export function isImpossible({ expression, days, ids }: Filters): boolean {
  return upperBound(expression) === never || days.length === 0 || ids?.length === 0;
}
