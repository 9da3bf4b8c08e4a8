import { rowOf } from '@heliograph/contract';
import { formatWholeAmount } from './amounts';
import { FILTER_NAMES, isText, NO_FILTERS, type ActivityFilters, type FilterName } from './filters';
import type { Labels } from './labels';
import { textOfPlace } from './places';
import { describeGroup } from './search-groups';

/** An active filter, as shown above the results. */
export interface Chip {
  key: string;
  /** The kind of filter, such as "Category". */
  kind: string;
  /** Its value, such as "Funding". Untrusted: it may come from someone else's link. */
  text: string;
  /** The filters with this one removed. */
  without: ActivityFilters;
}

const DAYS: Readonly<Record<string, string>> = {
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  older: 'Older than 90 days',
};

/** One chip for each active filter and each list item. The search box's own text is not repeated. */
export function chipsOf(filters: ActivityFilters, labels: Labels): Chip[] {
  const chips: Chip[] = [];
  const add: AddChip = (name, kind, text, without = { [name]: NO_FILTERS[name] }) => {
    chips.push({ key: `${name}:${kind}:${text}`, kind, text, without: { ...filters, ...without } });
  };
  for (const name of FILTER_NAMES) {
    // In semantic search, words are a filter.
    if (name === 'semantic' || (name === 'q' && filters.semantic === '')) continue;
    if (name === 'searchGroups') addGroups(filters, add);
    else if (name === 'locations') addPlaces(filters, labels, add);
    else if (isText(name)) {
      if (filters[name] !== '') add(name, kindOf(name), textOf(name, filters[name], filters, labels));
    } else {
      for (const item of filters[name]) {
        const rest = filters[name].filter((other) => other !== item);
        add(name, kindOf(name), textOf(name, item, filters, labels), { [name]: rest });
      }
    }
  }
  return chips;
}

type AddChip = (name: FilterName, kind: string, text: string, without?: Partial<ActivityFilters>) => void;

function kindOf(name: FilterName): string {
  const { chip, label } = rowOf(name);
  return chip ?? label ?? name;
}

function textOf(name: FilterName, value: string, filters: ActivityFilters, labels: Labels): string {
  if (name === 'days' || name === 'dateRanges') return DAYS[value] ?? value;
  if (rowOf(name).kind === 'amount') return amountText(value, filters.fundingCurrency);
  return labels.of(name, value);
}

function addPlaces(filters: ActivityFilters, labels: Labels, add: AddChip): void {
  for (const place of filters.locations) {
    const text = place.kind === 'country' ? labels.of('country', place.value) : textOfPlace(place);
    const rest = filters.locations.filter((other) => other !== place);
    add('locations', place.kind === 'country' ? 'Country' : 'City', text, { locations: rest });
  }
}

function addGroups(filters: ActivityFilters, add: AddChip): void {
  const { searchGroups } = filters;
  if (searchGroups === null) return;
  searchGroups.groups.forEach((group, index) => {
    const groups = searchGroups.groups.filter((other) => other !== group);
    add('searchGroups', `Group ${index + 1}`, describeGroup(group), {
      searchGroups: groups.length > 0 ? { ...searchGroups, groups } : null,
    });
  });
}

function amountText(amount: string, currency: string): string {
  const number = Number(amount);
  return Number.isFinite(number) ? formatWholeAmount(number, currency || undefined) : amount;
}
