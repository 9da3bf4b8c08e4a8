import { PAID_SIGNAL_DAYS } from '../prices';
import { changesExample } from '../records/changes-responses';
import { CHANGES_PARAMETERS } from '../search/changes';
import { FILTER_PARAMETERS } from '../search/search-parameters';
import { costBoundRefs } from './cost-bounds';
import { curl, idempotencyKey, ok, requestId, type InterfaceDescription } from './data-paths';
import { headerSets, recordHeaders } from './headers';
import { errorRefs } from './responses';
import { helperParameters, searchParameters } from './search-parameters';
import type { PathItem } from './types';

const FILTERS: ReadonlySet<string> = new Set(FILTER_PARAMETERS);

/** The feed of changes. */
export function changesPath({
  base,
  authorization,
}: InterfaceDescription): Readonly<Record<string, PathItem>> {
  return {
    '/changes': {
      get: {
        operationId: 'getChanges',
        summary: 'Follow signals',
        description:
          'What was published, updated, and withdrawn among the matching signals, in order: nothing is ' +
          'skipped, and a cursor repeats nothing. Published and updated signals are matched and returned as ' +
          'they are now. A signal costs one record the first time the account gets it here, and nothing for ' +
          `the next ${PAID_SIGNAL_DAYS} days; withdrawals are free. An empty response costs nothing and frees ` +
          'its Idempotency-Key. Counts as one search, however long it is held. Needs the scope ' +
          '`signals:read`.',
        tags: ['Signals'],
        parameters: [
          idempotencyKey,
          ...costBoundRefs,
          requestId,
          ...helperParameters(CHANGES_PARAMETERS),
          ...searchParameters.filter(({ name }) => FILTERS.has(name)),
        ],
        responses: {
          '200': ok('The next changes; empty when nothing happened.', 'ChangesResponse', changesExample, {
            ...recordHeaders,
            ...headerSets.budget,
            ...headerSets.receipt,
            ...headerSets.idempotent,
            ...headerSets.vary,
          }),
          ...errorRefs(400, 401, 402, 403, 405, 409, 429, 500, 503),
        },
        'x-codeSamples': [
          curl(
            'Follow',
            `curl -G ${base}/changes"`,
            authorization,
            '-d category=funding',
            // A fixed time would soon be too long ago.
            '-d since="$(date -u +%F)"',
            '-d wait=30',
          ),
        ],
      },
    },
  };
}
