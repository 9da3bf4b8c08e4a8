import { formatWholeAmount } from './amounts';
import {
  NO_FILTERS,
  type ActivityFilters,
  type FilterName,
  type ListFilter,
  type TextFilter,
} from './filters';
import type { Labels } from './labels';
import { describeGroup } from './search-groups';

/** An active filter, as shown above the results. */
export interface Chip {
  key: string;
  /** What kind of filter it is, such as "Category". */
  kind: string;
  /** What it asks for, such as "Funding". Written by others, perhaps by the author of a link. */
  text: string;
  /** The filters without it. */
  without: ActivityFilters;
}

const DAYS: Readonly<Record<string, string>> = {
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  older: 'Older than 90 days',
};

/** The texts that the search box holds are not repeated as chips. */
const TEXT_CHIPS: readonly [TextFilter, string][] = [
  ['all', 'All of'],
  ['any', 'Any of'],
  ['exact', 'Exact phrase'],
  ['exclude', 'Without'],
  ['company', 'Company name'],
  ['companySlug', 'Company'],
];

const LIST_CHIPS: readonly [ListFilter, string][] = [
  ['category', 'Category'],
  ['hiringState', 'Hiring'],
  ['hiringFunction', 'Job function'],
  ['hiringSeniority', 'Seniority'],
  ['hiringEmployment', 'Employment'],
  ['hiringWorkArrangement', 'Work arrangement'],
  ['fundingStage', 'Funding stage'],
];

/** One chip for each active filter and each item of a list, in the order of the filter panel. */
export function chipsOf(filters: ActivityFilters, labels: Labels): Chip[] {
  const chips: Chip[] = [];
  const add = (name: FilterName, kind: string, text: string, without?: Partial<ActivityFilters>) => {
    const rest = without ?? { [name]: NO_FILTERS[name] };
    chips.push({ key: `${name}:${kind}:${text}`, kind, text, without: { ...filters, ...rest } });
  };
  const addText = (name: TextFilter, kind: string, text = filters[name]) => {
    if (filters[name] !== '') add(name, kind, text);
  };
  const addItems = (name: ListFilter | 'industries', kind: string, label = (item: string) => item) => {
    for (const item of filters[name]) {
      add(name, kind, label(item), { [name]: filters[name].filter((other) => other !== item) });
    }
  };

  // Beside a meaning, words are a filter.
  if (filters.semantic !== '') addText('q', 'Title has');
  for (const [name, kind] of TEXT_CHIPS) addText(name, kind);
  addGroups(filters, add);
  addItems('companies', 'Company');
  addText('country', 'Country', labels.of('country', filters.country));
  for (const place of filters.locations) {
    const text = place.kind === 'country' ? labels.of('country', place.value) : placeText(place);
    const rest = filters.locations.filter((other) => other !== place);
    add('locations', place.kind === 'country' ? 'Country' : 'City', text, { locations: rest });
  }
  addText('industry', 'Industry');
  addItems('industries', 'Industry');
  addText('size', 'Employees', labels.of('size', filters.size));
  addText('days', 'Date', DAYS[filters.days]);
  addItems('dateRanges', 'Date', (item) => DAYS[item] ?? item);
  addText('dateFrom', 'From');
  addText('dateTo', 'Until');
  for (const [name, kind] of LIST_CHIPS) addItems(name, kind, (item) => labels.of(name, item));
  addText('fundingMin', 'Raised at least', amountText(filters.fundingMin, filters.fundingCurrency));
  addText('fundingMax', 'Raised at most', amountText(filters.fundingMax, filters.fundingCurrency));
  addText('fundingCurrency', 'Currency');
  addItems('ids', 'Id');
  addItems('activityIds', 'Id');
  return chips;
}

function addGroups(
  filters: ActivityFilters,
  add: (name: FilterName, kind: string, text: string, without: Partial<ActivityFilters>) => void,
): void {
  const { searchGroups } = filters;
  if (searchGroups === null) return;
  searchGroups.groups.forEach((group, index) => {
    const groups = searchGroups.groups.filter((other) => other !== group);
    add('searchGroups', `Group ${index + 1}`, describeGroup(group), {
      searchGroups: groups.length > 0 ? { ...searchGroups, groups } : null,
    });
  });
}

function placeText({ value, country }: { value: string; country?: string }): string {
  return country ? `${value}, ${country}` : value;
}

function amountText(amount: string, currency: string): string {
  const number = Number(amount);
  return Number.isFinite(number) ? formatWholeAmount(number, currency || undefined) : amount;
}
