import { search } from '@heliograph/proto';
import { normalizedKey, parseTerms, words, type TermSyntax } from '@heliograph/words';
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
  type HiringKind,
} from '../labels';
import { parseSignalId } from '../segment/signal-id';
import { all, and, hasLabel, none, not, or, titleContains, type Condition } from './condition';
import { ALL_DAYS, dayOf, FIRST_DAY, intersectionOf, LAST_DAY, unionOf, type Intervals } from './days';
import type { SignalFilters } from './search-request';
import { LISTED, SEARCH_BOX } from './term-syntax';

/** Any of the values; no constraint if there are none. */
function anyOf<Item>(items: readonly Item[] | undefined, condition: (item: Item) => Condition): Condition {
  return items && items.length > 0 ? or(...items.map(condition)) : all;
}

/** Every included term, and no excluded one. */
function readTerms(text: string, syntax: TermSyntax): Condition {
  const { include, exclude } = parseTerms(text, syntax);
  return and(...include.map(titleContains), ...exclude.map((term) => not(titleContains(term))));
}

function readPhrase(text: string): Condition {
  const phrase = words(text);
  return phrase.length > 0 ? titleContains(phrase) : all;
}

function readLocation(location: search.Location): Condition {
  if (location.kind !== search.Location_Kind.CITY) return hasLabel(countryKeyLabel(location.value));
  const city = hasLabel(cityKeyLabel(location.value));
  return location.country ? and(city, hasLabel(countryKeyLabel(location.country))) : city;
}

const ofSlug = (slug: string): Condition => ({ kind: 'company', by: 'slug', key: slug });
const ofName = (name: string): Condition => ({ kind: 'company', by: 'nameKey', key: normalizedKey(name) });

function readName(name: string | undefined): Condition {
  const parsed = words(name ?? '');
  return parsed.length > 0 ? { kind: 'name', words: parsed } : all;
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

function readIds(ids: readonly string[] | undefined): Condition {
  return ids && ids.length > 0 ? { kind: 'ids', ids: ids.flatMap((id) => parseSignalId(id) ?? []) } : all;
}

const ifGiven = (value: string | undefined, label: (value: string) => string): Condition =>
  value ? hasLabel(label(value)) : all;

const anyLabel = (values: readonly string[] | undefined, label: (value: string) => string): Condition =>
  anyOf(values, (value) => hasLabel(label(value)));

const anyHiring = (kind: HiringKind, values: readonly string[] | undefined): Condition =>
  anyLabel(values, (value) => hiringLabel(kind, value));

type Reader = (query: SignalFilters, today: number) => Condition;

/** Cached texts, in UTF-16 units: the largest requests have a third of it, and take milliseconds to parse. */
const CACHED_CHARACTERS = 200_000;
/** By filter and text. A request with facets reads the same texts once per facet, and before that for its cost. */
const cache = new Map<string, Condition>();
let cachedCharacters = 0;

/** The reader of a text; no constraint without one. */
function textReader(
  field: 'q' | 'all' | 'exact' | 'any' | 'exclude',
  parse: (text: string) => Condition,
): Reader {
  return ({ [field]: text }) => {
    if (!text) return all;
    const key = `${field} ${text}`;
    const cached = cache.get(key);
    if (cached) return cached;
    if (cachedCharacters + key.length > CACHED_CHARACTERS) {
      cache.clear();
      cachedCharacters = 0;
    }
    const condition = parse(text);
    cache.set(key, condition);
    cachedCharacters += key.length;
    return condition;
  };
}

/** The reader of each filter; a filter without one does not compile. Filters with the same reader are read together. */
const READERS: Record<keyof search.Filters, Reader> = {
  days: readDays,
  dateRanges: readDays,
  dateFrom: readDays,
  dateTo: readDays,
  ids: ({ ids }) => readIds(ids),
  activityIds: ({ activityIds }) => readIds(activityIds),
  q: textReader('q', (text) => readTerms(text, SEARCH_BOX)),
  all: textReader('all', (text) => readTerms(text, LISTED)),
  exact: textReader('exact', readPhrase),
  any: textReader('any', (text) => anyOf(parseTerms(text, LISTED).include, titleContains)),
  exclude: textReader('exclude', (text) =>
    and(...parseTerms(text, LISTED).include.map((term) => not(titleContains(term)))),
  ),
  company: ({ company }) => readName(company),
  companySlug: ({ companySlug }) => (companySlug ? ofSlug(companySlug) : all),
  companies: ({ companies }) => anyOf(companies, (item) => or(ofSlug(item), ofName(item))),
  country: ({ country }) => ifGiven(country, countryLabel),
  locations: ({ locations }) => anyOf(locations, readLocation),
  industry: ({ industry }) => ifGiven(industry, industryLabel),
  industries: ({ industries }) => anyLabel(industries, industryLabel),
  size: ({ size }) => ifGiven(size, sizeLabel),
  categories: ({ categories }) => anyLabel(categories, categoryLabel),
  hiringTypes: ({ hiringTypes }) => anyHiring('types', hiringTypes),
  hiringFunctions: ({ hiringFunctions }) => anyHiring('functions', hiringFunctions),
  hiringSeniorities: ({ hiringSeniorities }) => anyHiring('seniorities', hiringSeniorities),
  hiringEmploymentTypes: ({ hiringEmploymentTypes }) => anyHiring('employmentTypes', hiringEmploymentTypes),
  hiringWorkArrangements: ({ hiringWorkArrangements }) =>
    anyHiring('workArrangements', hiringWorkArrangements),
  fundingStages: ({ fundingStages }) => anyLabel(fundingStages, fundingStageLabel),
  fundingCurrency: ({ fundingCurrency }) => ifGiven(fundingCurrency, fundingCurrencyLabel),
  fundingMin: readAmount,
  fundingMax: readAmount,
  // Conditions on a company's signals together: see readGroups.
  searchGroups: () => all,
};

const DISTINCT_READERS = [...new Set(Object.values(READERS))];

/**
 * Parses all filters of a query except `searchGroups`: a condition on each signal alone.
 *
 * @param today the UTC day that `days` and `dateRanges` count from.
 */
export function readFilters(query: SignalFilters, today: number): Condition {
  return and(...DISTINCT_READERS.map((read) => read(query, today)));
}
