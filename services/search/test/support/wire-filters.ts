import { search } from '@heliograph/proto';
import type { SignalFilters } from '@heliograph/read-model';
import type { PlainQuery } from './brute-force';

const { Location_Kind: Kind, SearchGroups_Operator: Operator, SearchGroups_Scope: Scope } = search;

const operatorOf = (operator: 'and' | 'or') => (operator === 'or' ? Operator.OR : Operator.AND);

/** A query in wire format. */
export function wireFilters({ locations, searchGroups, ...rest }: PlainQuery): SignalFilters {
  return search.Filters.fromPartial({
    ...rest,
    locations: locations?.map(({ kind, ...place }) => ({
      ...place,
      kind: kind === 'city' ? Kind.CITY : Kind.COUNTRY,
    })),
    searchGroups: searchGroups && {
      op: operatorOf(searchGroups.op),
      groups: searchGroups.groups.map(({ scope, match, ...words }) => ({
        ...words,
        scope: scope === 'company' ? Scope.COMPANY : Scope.ACTIVITY,
        match: operatorOf(match),
      })),
    },
  });
}
