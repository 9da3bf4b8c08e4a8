import { SIGNAL_FIELDS } from '../records/signal';
import { RESPONSE_PARAMETERS } from './response-options';
import type { HelperParameterRow } from './helper-parameter';
import { FILTER_PARAMETERS } from './search-parameters';

/** What happened to a signal (docs/published-interface.md, 15). */
export const CHANGE_KINDS = ['published', 'updated', 'withdrawn'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** How many days a changes cursor is valid, and how far back `since` may lie. */
export const CHANGES_DAYS = 30;

/** The query parameters of `GET /changes`, in addition to the filters of `GET /signals`. */
export const CHANGES_PARAMETERS = {
  limit: {
    kind: 'integer',
    minimum: 1,
    maximum: 100,
    default: 50,
    description: 'Changes per response.',
    example: 50,
  },
  cursor: {
    kind: 'text',
    maximum: 512,
    description:
      'The `nextCursor` of the previous response, with exactly the same filters; `limit`, `wait`, ' +
      `and \`fields\` may change. Valid for ${CHANGES_DAYS} days, for the account and interface it was ` +
      'given to. Cannot be combined with `since`.',
  },
  since: {
    kind: 'text',
    maximum: 40,
    description:
      'Starts with what was published, updated, or withdrawn at this time or later: ISO 8601 with a zone, or a ' +
      `date (midnight UTC), at most ${CHANGES_DAYS} days ago. With neither \`cursor\` nor \`since\` the feed starts now.`,
    example: '2026-11-20T08:00:00Z',
  },
  wait: {
    kind: 'integer',
    minimum: 0,
    maximum: 30,
    default: 0,
    description: 'Seconds to hold the response while there is no change.',
    example: 30,
  },
  fields: {
    kind: 'list',
    maximumItems: SIGNAL_FIELDS.length,
    choices: SIGNAL_FIELDS,
    description: 'Returns only these fields of each signal and `id`, at the same price.',
    example: RESPONSE_PARAMETERS.fields.example,
  },
} as const satisfies Record<string, HelperParameterRow>;

/** All query parameters of `GET /changes`. */
export const CHANGES_PARAMETER_NAMES: ReadonlySet<string> = new Set([
  ...FILTER_PARAMETERS,
  ...Object.keys(CHANGES_PARAMETERS),
]);
