import { SIGNAL_FIELDS } from '../records/signal';
import type { ParameterRow } from './parameter';

/** Parameters that choose what to return for each signal. */
export const RESPONSE_PARAMETERS = {
  fields: {
    kind: 'list',
    maximumItems: SIGNAL_FIELDS.length,
    choices: SIGNAL_FIELDS,
    isNoFilter: true,
    description:
      'Returns only these fields of each signal and `id`, in the order of the whole signal, at the same ' +
      'price. May differ from page to page. No effect with `countOnly=true`.',
    example: ['title', 'activityDate', 'company'],
    // The client's own flag also accepts members of fields.
    flag: {},
  },
  matched: {
    kind: 'flag',
    isNoFilter: true,
    description:
      'With `true` each signal has `matched`: where its title holds which term of `q`, `all`, `any`, `exact` and ' +
      '`searchGroups`. May differ from page to page. Keyword mode only, and not with `countOnly=true`.',
    flag: {},
  },
} as const satisfies Record<string, ParameterRow>;
