import { search } from '@heliograph/proto';
import type { DateRange, LocationFilter, Operator, SearchGroups, SearchQuery } from '@heliograph/read-model';

const {
  Operator: WireOperator,
  Scope,
  Kind,
} = {
  Operator: search.SearchGroups_Operator,
  Scope: search.SearchGroups_Scope,
  Kind: search.Location_Kind,
};

/** Wire filters to the domain's: '' and 0 mean absent there. */
export function toSearchQuery(filters: search.Filters | undefined): SearchQuery {
  if (!filters) return {};
  const { days, size, dateRanges, locations, searchGroups, categories, activityIds, ids, ...rest } = filters;
  const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')) as typeof rest;
  return {
    ...present,
    categories,
    ids,
    activityIds,
    days: days || undefined,
    size: (size || undefined) as SearchQuery['size'],
    dateRanges: dateRanges as DateRange[],
    locations: locations.map(toLocation),
    searchGroups: searchGroups && toGroups(searchGroups),
  };
}

function toLocation({ kind, value, country }: search.Location): LocationFilter {
  return kind === Kind.CITY
    ? { kind: 'city', value, country: country || undefined }
    : { kind: 'country', value };
}

function toGroups({ op, groups }: search.SearchGroups): SearchGroups {
  return {
    op: toOperator(op),
    groups: groups.map(({ scope, match, terms, exclude }) => ({
      scope: scope === Scope.COMPANY ? 'company' : 'activity',
      match: toOperator(match),
      terms,
      exclude,
    })),
  };
}

function toOperator(operator: search.SearchGroups_Operator): Operator {
  return operator === WireOperator.OR ? 'or' : 'and';
}
