import { ONE_TIME_RECORDS } from '../prices';
import { schemas } from '../records/schemas';
import { VALUE_SCHEMAS } from '../search/json-values';
import { API_VERSION, SEMANTIC_CLIENT_VERSION } from '../versions';
import { clientPaths } from './client-paths';
import { clientSchemas } from './client-schemas';
import { documentOperation, sharedParameters, type InterfaceDescription } from './data-paths';
import { HEADERS, REMAINING_WHEN_FREE } from './headers';
import { errorResponses } from './responses';
import { sharedPaths, sharedTags } from './shared-paths';
import type { OpenApiDocument } from './types';

const api: InterfaceDescription = {
  credential: 'session',
  base: '"$SIGNALS_API_URL/api/cli/v1',
  authorization: '-H "Authorization: Bearer $ACCESS_TOKEN"',
  testOutcome: undefined,
  searchHeaders: [
    {
      name: 'User-Agent',
      in: 'header',
      required: false,
      description:
        `With \`semantic\`, a client that names itself \`signals-cli/X.Y.Z\` and is older than ${SEMANTIC_CLIENT_VERSION} is refused with ` +
        '`client_too_old`; a pre-release is older than its release. Anything else counts as another program and is answered.',
      schema: { type: 'string' },
      example: `signals-cli/${SEMANTIC_CLIENT_VERSION} (linux x64)`,
    },
  ],
};

/**
 * The OpenAPI 3.1 description of the command-line client's interface. A separate document, so that the API's covers
 * only the API.
 */
export const clientDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Heliograph command-line interface',
    version: API_VERSION,
    summary: 'The interface of the command-line client `signals`: data and logins.',
    description: [
      'The same searches and lookups as the API at `/api/v1`, with the same parameters, responses, ' +
        'errors, and limits, for the sessions of people who logged in with a browser. Programs use API keys ' +
        'instead; each credential works on its own interface only.',
      `A session draws on the records of an active subscription, otherwise on the ${ONE_TIME_RECORDS.cli} ` +
        'one-time command-line records of the account, then on the prepaid balance if the account allows it; ' +
        'never on API records.',
      'Login is OAuth 2.0: an authorization code with PKCE to a loopback address (RFC 8252), or a device ' +
        'code (RFC 8628). The user approves it in the dashboard. An access token is valid for 15 minutes; a ' +
        'refresh token for 60 days and one use. Reusing one ends its session, except for a repeat within ' +
        'seconds by a client that did not get the response.',
      'The token endpoints take forms of at most 8,192 bytes. Unknown parameters are ignored there, repeated ' +
        'ones refused (RFC 6749, section 3.2). They have their own limit: requests per address and UTC minute.',
    ].join('\n\n'),
    contact: { name: 'The operator of this system' },
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/api/cli/v1', description: 'This system' }],
  tags: [
    ...sharedTags,
    { name: 'Account', description: 'Filter options, usage, and who is logged in.' },
    { name: 'Login', description: 'Tokens of the client (OAuth 2.0).' },
  ],
  security: [{ accessToken: [] }],
  paths: {
    ...sharedPaths(api),
    ...clientPaths(api),
    '/openapi.json': { get: documentOperation(api.base) },
  },
  components: {
    securitySchemes: {
      accessToken: {
        type: 'http',
        scheme: 'bearer',
        description:
          'The client’s access token: `hg_cli_` and 38 letters and digits. API keys, refresh tokens, and ' +
          'cookies are not accepted.',
      },
    },
    parameters: sharedParameters(api.credential),
    headers: {
      ...HEADERS,
      'X-Records-Remaining': {
        ...HEADERS['X-Records-Remaining']!,
        description: `Records that the session can still pay for: those of the active subscription, otherwise what is left of the ${ONE_TIME_RECORDS.cli}, and those that the prepaid balance pays for if the account allows it. ${REMAINING_WHEN_FREE}`,
        example: 480,
      },
    },
    responses: errorResponses,
    schemas: { ...schemas, ...VALUE_SCHEMAS, ...clientSchemas },
  },
};
