import { search } from '@heliograph/proto';
import { normalizedKey, parseTerms, words } from '@heliograph/words';
import {
  categoryLabel,
  cityKeyLabel,
  countryKeyLabel,
  countryLabel,
  fundingCurrencyLabel,
  fundingStageLabel,
  hiringLabel,
  industryLabel,
  sizeLabel,
} from '../labels';
import { parseSignalId } from '../segment/signal-id';
import { all, and, hasLabel, none, not, or, titleHolds, type Condition } from './condition';
import { ALL_DAYS, dayOf, FIRST_DAY, intersectionOf, LAST_DAY, unionOf, type Intervals } from './days';
import type { SignalFilters } from './search-request';
import { LISTED, SEARCH_BOX } from './term-syntax';

/** One of the values; no constraint without any. */
function anyOf<Item>(items: readonly Item[] | undefined, condition: (item: Item) => Condition): Condition {
  return items && items.length > 0 ? or(...items.map(condition)) : all;
}

function readText({ q, all: every, exact, any, exclude }: SignalFilters): Condition {
  const conditions: Condition[] = [];
  if (q) {
    const terms = parseTerms(q, SEARCH_BOX);
    conditions.push(...terms.include.map(titleHolds), ...terms.exclude.map((term) => not(titleHolds(term))));
  }
  if (every) conditions.push(...parseTerms(every, LISTED).include.map(titleHolds));
  const phrase = words(exact ?? '');
  if (phrase.length > 0) conditions.push(titleHolds(phrase));
  if (any) conditions.push(anyOf(parseTerms(any, LISTED).include, titleHolds));
  if (exclude) conditions.push(...parseTerms(exclude, LISTED).include.map((term) => not(titleHolds(term))));
  return and(...conditions);
}

function readLocation(location: search.Location): Condition {
  if (location.kind !== search.Location_Kind.CITY) return hasLabel(countryKeyLabel(location.value));
  const city = hasLabel(cityKeyLabel(location.value));
  return location.country ? and(city, hasLabel(countryKeyLabel(location.country))) : city;
}

const ofSlug = (slug: string): Condition => ({ kind: 'company', by: 'slug', key: slug });
const ofName = (name: string): Condition => ({ kind: 'company', by: 'nameKey', key: normalizedKey(name) });

function readCompany(query: SignalFilters): Condition {
  const name = words(query.company ?? '');
  return and(
    name.length > 0 ? { kind: 'name', words: name } : all,
    query.companySlug ? ofSlug(query.companySlug) : all,
    anyOf(query.companies, (item) => or(ofSlug(item), ofName(item))),
  );
}

function readAmount({ fundingMin, fundingMax }: SignalFilters): Condition {
  if (fundingMin === undefined && fundingMax === undefined) return all;
  return { kind: 'amount', minimum: fundingMin ?? -Infinity, maximum: fundingMax ?? Infinity };
}

const LATEST_OF_OLDER = 91;

const rangeInterval = (range: string, today: number) =>
  range === 'older'
    ? { from: FIRST_DAY, to: today - LATEST_OF_OLDER }
    : { from: today - Number(range), to: LAST_DAY };

function readDays({ days, dateRanges, dateFrom, dateTo }: SignalFilters, today: number): Condition {
  let wanted: Intervals = ALL_DAYS;
  if (days) wanted = intersectionOf(wanted, [{ from: today - days, to: LAST_DAY }]);
  if (dateRanges && dateRanges.length > 0) {
    wanted = intersectionOf(wanted, unionOf(dateRanges.map((range) => rangeInterval(range, today))));
  }
  if (dateFrom || dateTo) {
    const [from, to] = [dateFrom ? dayOf(dateFrom) : FIRST_DAY, dateTo ? dayOf(dateTo) : LAST_DAY];
    wanted = intersectionOf(wanted, [{ from, to }]);
  }
  if (wanted === ALL_DAYS) return all;
  return wanted.length === 0 ? none : { kind: 'days', days: wanted };
}

function readIds({ ids, activityIds }: SignalFilters): Condition {
  return and(
    ...[ids, activityIds].map((list): Condition =>
      list && list.length > 0 ? { kind: 'ids', ids: list.flatMap((id) => parseSignalId(id) ?? []) } : all,
    ),
  );
}

/**
 * Parses all filters of a query except `searchGroups`: a condition on each signal alone.
 *
 * @param today the UTC day that `days` and `dateRanges` count from.
 */
export function readFilters(query: SignalFilters, today: number): Condition {
  return and(
    readDays(query, today),
    readIds(query),
    readText(query),
    readCompany(query),
    query.country ? hasLabel(countryLabel(query.country)) : all,
    anyOf(query.locations, readLocation),
    query.industry ? hasLabel(industryLabel(query.industry)) : all,
    anyOf(query.industries, (industry) => hasLabel(industryLabel(industry))),
    query.size ? hasLabel(sizeLabel(query.size)) : all,
    anyOf(query.categories, (category) => hasLabel(categoryLabel(category))),
    anyOf(query.hiringTypes, (label) => hasLabel(hiringLabel('types', label))),
    anyOf(query.hiringFunctions, (label) => hasLabel(hiringLabel('functions', label))),
    anyOf(query.hiringSeniorities, (label) => hasLabel(hiringLabel('seniorities', label))),
    anyOf(query.hiringEmploymentTypes, (label) => hasLabel(hiringLabel('employmentTypes', label))),
    anyOf(query.hiringWorkArrangements, (label) => hasLabel(hiringLabel('workArrangements', label))),
    anyOf(query.fundingStages, (stage) => hasLabel(fundingStageLabel(stage))),
    query.fundingCurrency ? hasLabel(fundingCurrencyLabel(query.fundingCurrency)) : all,
    readAmount(query),
  );
}
