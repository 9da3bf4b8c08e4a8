import { DAILY_TEST_RECORDS, ONE_TIME_RECORDS, PRICE_OF_RECORD } from '../prices';
import { schemas } from '../records/schemas';
import { groupDigits } from '../quantity';
import { VALUE_SCHEMAS } from '../search/json-values';
import { DEFAULT_RATE_LIMITS, REQUEST_LIMITS } from '../request-limits';
import { API_VERSION } from '../versions';
import { documentOperation, sharedParameters, type InterfaceDescription } from './data-paths';
import { HEADERS } from './headers';
import { errorResponses } from './responses';
import { sharedPaths, sharedTags } from './shared-paths';
import { TEST_OUTCOME_HEADER, TEST_OUTCOME_NAMES, TEST_OUTCOMES } from '../test-keys';
import type { OpenApiDocument, Parameter } from './types';

const testOutcome: Parameter = {
  name: TEST_OUTCOME_HEADER,
  in: 'header',
  required: false,
  description:
    'With a test key only: forces an outcome, before the parameters are checked. ' +
    `${TEST_OUTCOME_NAMES.map((name) => `\`${name}\`: ${TEST_OUTCOMES[name]}`).join('; ')}.`,
  schema: { type: 'string', enum: TEST_OUTCOME_NAMES },
  example: 'unavailable',
};

const api: InterfaceDescription = {
  credential: 'key',
  base: '"$SIGNALS_API_URL/api/v1',
  authorization: '-H "Authorization: Bearer $SIGNALS_API_KEY"',
  testOutcome: { $ref: '#/components/parameters/TestOutcome' },
  searchHeaders: [],
};

/** The OpenAPI 3.1 description of the API: complete, and tested against the code. */
export const openApiDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Heliograph API',
    version: API_VERSION,
    summary:
      'Published activities of companies ("signals"): search them, look up companies, watch your usage.',
    description: [
      'Every successful response wraps its result in `data`. Every error is a problem document (RFC ' +
        '9457) with a stable `code`. Text is UTF-8; lengths count characters (Unicode code points); dates ' +
        'and minutes are UTC.',
      'A parameter with an empty value counts as absent. Unknown and repeated parameters are refused, and ' +
        'one response lists every error in the request. URLs may have at most ' +
        `${groupDigits(REQUEST_LIMITS.urlLength)} characters, all headers together at most ${groupDigits(REQUEST_LIMITS.headerBytes)} bytes.`,
      'Each returned signal or company is one record. Empty results, counts, filter options, suggestions, ' +
        'identified companies, usage checks, failed requests, and replays are free. A key draws on ' +
        `${ONE_TIME_RECORDS.api} free records, then on the prepaid balance at ${PRICE_OF_RECORD} a record.`,
      `A test key reads the test corpus: ${groupDigits(DAILY_TEST_RECORDS)} free records per UTC day; \`X-Records-Remaining\` counts them down.`,
      `An account may make ${DEFAULT_RATE_LIMITS.requests} requests per UTC minute, of which ${DEFAULT_RATE_LIMITS.searches} searches, ` +
        'unless the operator chose otherwise; every authenticated response says what is left.',
    ].join('\n\n'),
    contact: { name: 'The operator of this system' },
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/api/v1', description: 'This system' }],
  tags: [...sharedTags, { name: 'Account', description: 'Filter options and usage.' }],
  security: [{ apiKey: [] }],
  paths: {
    ...sharedPaths(api),
    '/openapi.json': { get: documentOperation(api.base) },
  },
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description:
          'An API key: `hg_live_` and 38 letters and digits, or a test key: `hg_test_` and 38 letters and ' +
          'digits. Cookies and sessions are not accepted, and a key in the query is an unknown parameter.',
      },
    },
    parameters: { ...sharedParameters(api.credential), TestOutcome: testOutcome },
    headers: HEADERS,
    responses: errorResponses,
    schemas: { ...schemas, ...VALUE_SCHEMAS },
  },
};
