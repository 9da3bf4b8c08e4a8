import { FACET_NAMES, MAXIMUM_FACET_VALUES, MAXIMUM_FACETS } from './facets';
import type { ParameterRow } from './parameter';

/** Parameters that request counts instead of signals. */
export const COUNTING_PARAMETERS = {
  countOnly: {
    kind: 'flag',
    isNoFilter: true,
    description:
      'With `true` the result is the number of matching signals and costs no records; `limit`, `page`, and `cursor` ' +
      'then have no effect. Keyword mode only.',
    flag: { name: 'count' },
  },
  facets: {
    kind: 'list',
    maximumItems: MAXIMUM_FACETS,
    choices: FACET_NAMES,
    isNoFilter: true,
    description:
      'Only with `countOnly=true`: breaks the count down by each of these. Counts are exact, and each ' +
      `ignores the facet’s own filter. Each facet returns its ${MAXIMUM_FACET_VALUES} most frequent values.`,
    example: ['category', 'country'],
    flag: { value: 'list', help: 'counts by these facets, such as category,country; with count' },
  },
} as const satisfies Record<string, ParameterRow>;
