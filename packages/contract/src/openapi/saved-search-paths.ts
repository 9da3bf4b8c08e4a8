import { IDEMPOTENCY_KEY } from '../forms';
import { schemaRef, type JsonValue } from '../json-schema';
import {
  createdSavedSearchExample,
  DELIVERY_EXAMPLE,
  SAVED_SEARCH_EXAMPLE,
  savedSearchListExample,
} from '../records/saved-search';
import { DELIVERY_PARAMETERS, SAVED_SEARCH } from '../saved-searches';
import { changesPath } from './changes-path';
import { curl, ok, requestId, type InterfaceDescription } from './data-paths';
import { FILTER_PARAMETERS } from '../search/search-parameters';
import { headerSets, limitHeaders, recordHeaders } from './headers';
import { errorRefs } from './responses';
import { helperParameters } from './search-parameters';
import type { OperationObject, Parameter, PathItem, RequestBody } from './types';

const FILTERS: ReadonlySet<string> = new Set(FILTER_PARAMETERS);
const TAGS = ['Saved searches'];
const { vary } = headerSets;
/** Headers of responses that may be compressed. */
const PLAIN = { ...recordHeaders, ...vary };
const ERRORS = [400, 401, 403, 404, 405, 429, 500, 503];

const savedSearchId = idParameter('id', 'The id of a saved search.');
const deliveryId = idParameter('deliveryId', 'The id of a delivery, which is its `webhook-id`.');

const creationKey = keyParameter(
  'saved-search-0001',
  'creates nothing and returns what the first created, with the secret until that is replaced; ' +
    '`idempotency_conflict` if it was deleted.',
);
const rotationKey = keyParameter(
  'rotation-0001',
  'returns the same secret; `idempotency_conflict` for another saved search, or if the secret was replaced.',
);

const { name, query, webhook, maxRecordsPerDay } = SAVED_SEARCH_EXAMPLE.data;
const requestExample = { name, query, webhook, maxRecordsPerDay };

/** Saved searches, their webhooks, and deliveries. All free; all need the scope `searches:write`. */
export function savedSearchPaths(of: InterfaceDescription): Readonly<Record<string, PathItem>> {
  const { base, authorization } = of;
  const command = (label: string, path: string, method?: string, body?: object) =>
    curl(
      label,
      `curl ${method === undefined ? '' : `-X ${method} `}${base}/saved-searches${path}"`,
      authorization,
      ...(body ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`] : []),
    );
  const one = ok('The saved search.', 'SavedSearchResponse', SAVED_SEARCH_EXAMPLE, PLAIN);
  const withSecret = (description: string) =>
    ok(description, 'SavedSearchResponse', createdSavedSearchExample, recordHeaders);
  const delivery = ok('The delivery.', 'DeliveryResponse', DELIVERY_EXAMPLE, PLAIN);
  return {
    '/saved-searches': {
      get: {
        ...described('listSavedSearches', 'List saved searches', 'All of the account’s, oldest first.'),
        parameters: [requestId],
        responses: {
          '200': ok('The saved searches.', 'SavedSearchList', savedSearchListExample, PLAIN),
          ...errorRefs(400, 401, 403, 405, 429, 500, 503),
        },
        'x-codeSamples': [command('List', '')],
      },
      post: {
        ...described(
          'createSavedSearch',
          'Save a search',
          `At most ${SAVED_SEARCH.maximum} per account. With a webhook, the response has its secret, which is not shown again.`,
        ),
        parameters: [requestId, creationKey],
        requestBody: bodyOf('SavedSearchInput', requestExample),
        responses: {
          '201': {
            ...withSecret('The saved search.'),
            headers: { ...limitHeaders, ...recordHeaders, ...headerSets.location, ...headerSets.idempotent },
          },
          ...errorRefs(400, 401, 403, 405, 409, 415, 429, 500, 503),
        },
        'x-codeSamples': [
          command('Save', '', undefined, {
            name: 'Funding in Germany',
            query: SAVED_SEARCH_EXAMPLE.data.query,
          }),
        ],
      },
    },
    '/saved-searches/{id}': {
      get: {
        ...described('getSavedSearch', 'Get a saved search', 'With its state.'),
        parameters: [requestId, savedSearchId],
        responses: { '200': one, ...errorRefs(...ERRORS) },
        'x-codeSamples': [command('Get', '/$ID')],
      },
      patch: {
        ...described(
          'updateSavedSearch',
          'Change a saved search',
          'Only members in the body change; null removes one. A query is replaced as a whole. A new webhook ' +
            'has a secret, shown only in this response. Changing the query, webhook, or maximum makes the ' +
            'state `active` again.',
        ),
        parameters: [requestId, savedSearchId],
        requestBody: bodyOf('SavedSearchChange', requestExample),
        responses: { '200': withSecret('The saved search.'), ...errorRefs(...ERRORS, 415) },
        'x-codeSamples': [command('Remove the webhook', '/$ID', 'PATCH', { webhook: null })],
      },
      delete: {
        ...described(
          'deleteSavedSearch',
          'Delete a saved search',
          'What is still waiting to be sent is deleted, too.',
        ),
        parameters: [requestId, savedSearchId],
        responses: {
          '204': { description: 'Removed.', headers: limitHeaders },
          ...errorRefs(...ERRORS),
        },
        'x-codeSamples': [command('Delete', '/$ID', 'DELETE')],
      },
    },
    '/saved-searches/{id}/changes': { get: changesOperation(of) },
    '/saved-searches/{id}/rotate-secret': {
      post: {
        ...described(
          'rotateWebhookSecret',
          'Rotate a webhook’s secret',
          `The response has the new secret. The previous one also signs for ${SAVED_SEARCH.secretOverlapHours} hours.`,
        ),
        parameters: [requestId, savedSearchId, rotationKey],
        responses: {
          '200': {
            ...withSecret('With the new secret.'),
            headers: { ...limitHeaders, ...recordHeaders, ...headerSets.idempotent },
          },
          ...errorRefs(...ERRORS, 409),
        },
        'x-codeSamples': [command('Rotate', '/$ID/rotate-secret', 'POST')],
      },
    },
    '/saved-searches/{id}/deliveries': {
      get: {
        ...described('listDeliveries', 'List deliveries', 'Those of the last 30 days, newest first.'),
        parameters: [requestId, savedSearchId, ...helperParameters(DELIVERY_PARAMETERS)],
        responses: {
          '200': ok(
            'The deliveries.',
            'DeliveryList',
            { data: { items: [DELIVERY_EXAMPLE.data], nextCursor: null } },
            PLAIN,
          ),
          ...errorRefs(...ERRORS),
        },
        'x-codeSamples': [command('List', '/$ID/deliveries')],
      },
    },
    '/saved-searches/{id}/deliveries/{deliveryId}/replay': {
      post: {
        ...described('replayDelivery', 'Send a delivery again', 'Free; its `webhook-id` stays the same.'),
        parameters: [requestId, savedSearchId, deliveryId],
        responses: { '200': delivery, ...errorRefs(...ERRORS) },
        'x-codeSamples': [command('Replay', '/$ID/deliveries/$DELIVERY_ID/replay', 'POST')],
      },
    },
    '/saved-searches/{id}/replay': {
      post: {
        ...described(
          'replayDeliveries',
          'Send deliveries again',
          'All deliveries created since a given time. Free.',
        ),
        parameters: [requestId, savedSearchId],
        requestBody: bodyOf('ReplayRequest', { since: '2026-11-23T08:00:00Z' }),
        responses: {
          '200': ok('How many.', 'ReplayResponse', { data: { deliveries: 12 } }, PLAIN),
          ...errorRefs(...ERRORS, 415),
        },
        'x-codeSamples': [
          curl(
            'Replay',
            `curl ${base}/saved-searches/$ID/replay"`,
            authorization,
            '-H "Content-Type: application/json"',
            // A fixed time would soon be too long ago.
            '-d "{\\"since\\": \\"$(date -u +%F)\\"}"',
          ),
        ],
      },
    },
    '/saved-searches/{id}/test': {
      post: {
        ...described(
          'sendTestEvent',
          'Send a test event',
          'Sends an event without signals to the webhook and waits for its response. Free.',
        ),
        parameters: [requestId, savedSearchId],
        responses: { '200': delivery, ...errorRefs(...ERRORS) },
        'x-codeSamples': [command('Test', '/$ID/test', 'POST')],
      },
    },
  };
}

/** The `GET /changes` operation, with the saved search's filters instead of its own. */
function changesOperation(of: InterfaceDescription): OperationObject {
  const { get } = changesPath(of)['/changes']!;
  return {
    ...get!,
    operationId: 'getSavedSearchChanges',
    summary: 'Follow a saved search',
    description:
      'The changes that match a saved search’s query, at the price of changes. A cursor is bound to that ' +
      'query: when the query changes, start over without a cursor. Needs the scope `signals:read`.',
    tags: TAGS,
    parameters: [
      savedSearchId,
      ...get!.parameters.filter((parameter) => !('name' in parameter) || !FILTERS.has(parameter.name)),
    ],
    responses: { ...get!.responses, ...errorRefs(404) },
    'x-codeSamples': [
      curl('Follow', `curl -G ${of.base}/saved-searches/$ID/changes"`, of.authorization, '-d wait=30'),
    ],
  };
}

function described(
  operationId: string,
  summary: string,
  text: string,
): Pick<OperationObject, 'operationId' | 'summary' | 'description' | 'tags'> {
  return { operationId, summary, description: `${text} Needs the scope \`searches:write\`.`, tags: TAGS };
}

function bodyOf(schema: string, example: JsonValue): RequestBody {
  return { required: true, content: { 'application/json': { schema: schemaRef(schema), example } } };
}

/** @param effect of the same request with the same key. */
function keyParameter(example: string, effect: string): Parameter {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `Within ${SAVED_SEARCH.idempotencyHours} hours, the same request with the same key ${effect}`,
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source, minLength: 8, maxLength: 128 },
    example,
  };
}

function idParameter(name: string, description: string): Parameter {
  return {
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string', format: 'uuid' },
    example: SAVED_SEARCH_EXAMPLE.data.id,
  };
}
