import { schemaRef, type JsonValue, type Reference, type Schema } from '../json-schema';
import { tokenRequest } from './client-schemas';
import { TRANSPORT_ERRORS } from '../problem';
import { groupDigits } from '../quantity';
import { REQUEST_LIMIT_TEXTS, REQUEST_LIMITS } from '../request-limits';
import { REQUEST_LOG_PARAMETERS, requestLogExample } from '../request-log';
import { clientExamples } from './client-examples';
import { curl, ok, requestId, type InterfaceDescription } from './data-paths';
import { headerSets, recordHeaders } from './headers';
import { errorRefs, errorResponses } from './responses';
import { helperParameters } from './search-parameters';
import type { OperationObject, PathItem, Response } from './types';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** HTTP's own error, in OAuth's format. */
function transportError(status: number) {
  const { description, detail } = TRANSPORT_ERRORS[status]!;
  return { description, messages: { invalid_request: detail } };
}

/** The meaning of each OAuth error status, with its messages. */
const OAUTH_ERRORS: Readonly<
  Record<
    string,
    { description: string; messages: Readonly<Record<string, string>>; headers?: Response['headers'] }
  >
> = {
  '400': {
    description: 'The form has errors, or its code or token is not (or not yet) valid.',
    messages: {
      invalid_request: 'The request is not valid: code_verifier is missing.',
      invalid_client: 'There is one client: client_id must be signals-cli.',
      invalid_grant: 'The code is unknown, was already used, or has expired.',
      unsupported_grant_type: 'grant_type must be one of authorization_code, refresh_token.',
      authorization_pending: 'The user has not decided yet.',
      slow_down: 'Wait 5 more seconds between attempts.',
      access_denied: 'The user refused the login.',
      expired_token: 'The device code has expired. Begin again.',
    },
  },
  '405': {
    description: 'Forms are sent by POST.',
    messages: { invalid_request: 'Only POST can be used here.' },
    headers: headerSets.allow,
  },
  '413': {
    description: `The form is larger than ${groupDigits(REQUEST_LIMITS.formBytes)} bytes.`,
    messages: { invalid_request: REQUEST_LIMIT_TEXTS.body(REQUEST_LIMITS.formBytes) },
  },
  '414': transportError(414),
  '415': {
    description: 'The body is not a form.',
    messages: {
      invalid_request:
        'The body must be a form: application/x-www-form-urlencoded, without Content-Encoding.',
    },
  },
  '421': transportError(421),
  '429': {
    description:
      'This address sent too many requests. Do not retry before the seconds in `Retry-After` have passed.',
    messages: { rate_limited: 'This address sent more than 120 requests for tokens in this minute.' },
    headers: headerSets.retryAfter,
  },
  '431': transportError(431),
  '500': {
    description: 'An unexpected error.',
    messages: { server_error: 'An unexpected error occurred.' },
  },
  '503': {
    description: 'A temporary failure.',
    messages: { temporarily_unavailable: 'The service is temporarily unavailable. Try again shortly.' },
    headers: headerSets.retryAfter,
  },
};

const oauthErrors: Readonly<Record<string, Response>> = Object.fromEntries(
  Object.entries(OAUTH_ERRORS).map(([status, { description, messages, headers }]) => [
    status,
    {
      description,
      headers: { ...headerSets.requestId, ...headers },
      content: {
        [JSON_TYPE]: {
          schema: schemaRef('OAuthProblem'),
          examples: Object.fromEntries(
            Object.entries(messages).map(([error, text]) => [
              error,
              { summary: error, value: { error, error_description: text } },
            ]),
          ),
        },
      },
    },
  ]),
);

function oauthOperation(
  operation: Pick<OperationObject, 'operationId' | 'summary' | 'description' | 'x-codeSamples'>,
  form: Schema | Reference,
  good: Response,
): PathItem {
  return {
    post: {
      ...operation,
      tags: ['Login'],
      security: [],
      parameters: [requestId],
      requestBody: { required: true, content: { [FORM_TYPE]: { schema: form } } },
      responses: {
        '200': { ...good, headers: { ...headerSets.requestId, ...good.headers } },
        ...oauthErrors,
        // Requests refused before the operation is known get a problem document here too.
        '408': { $ref: '#/components/responses/RequestTimeout' },
        '431': {
          ...oauthErrors['431']!,
          content: { ...oauthErrors['431']!.content, ...errorResponses.HeaderFieldsTooLarge!.content },
        },
      },
    },
  };
}

function json(schemaName: string, example: JsonValue): Response['content'] {
  return { [JSON_TYPE]: { schema: schemaRef(schemaName), example } };
}

/** The login and session operations. */
export function clientPaths({
  base,
  authorization,
}: InterfaceDescription): Readonly<Record<string, PathItem>> {
  const post = (path: string, ...form: string[]) =>
    curl('Request', `curl ${base}${path}"`, ...form.map((one) => `-d ${one}`));
  return {
    '/session': {
      get: {
        operationId: 'getSession',
        summary: 'Show who is logged in',
        description: 'The account and session of an access token, and what is left. Free.',
        tags: ['Account'],
        parameters: [requestId],
        responses: {
          '200': ok('The session.', 'SessionResponse', clientExamples.session, recordHeaders),
          ...errorRefs(400, 401, 403, 405, 429, 500, 503),
        },
        'x-codeSamples': [curl('Session', `curl ${base}/session"`, authorization)],
      },
    },
    '/logs': {
      get: {
        operationId: 'listLogs',
        summary: 'List requests',
        description:
          'Answered requests of all keys and devices of the account, newest first. Free, and not listed itself.',
        tags: ['Account'],
        parameters: [requestId, ...helperParameters(REQUEST_LOG_PARAMETERS)],
        responses: {
          '200': ok('The requests.', 'RequestLogResponse', requestLogExample, {
            ...recordHeaders,
            ...headerSets.vary,
          }),
          ...errorRefs(400, 401, 403, 405, 429, 500, 503),
        },
        'x-codeSamples': [curl('Failures', `curl ${base}/logs?status=4xx"`, authorization)],
      },
    },
    '/metadata': {
      get: {
        operationId: 'getMetadata',
        summary: 'Find the login pages',
        description:
          'Login and token endpoints, as at `/.well-known/oauth-authorization-server` (RFC 8414). Needs no credential.',
        tags: ['Login'],
        security: [],
        parameters: [requestId],
        responses: {
          '200': {
            description: 'The metadata.',
            headers: headerSets.requestId,
            content: json('ClientMetadata', clientExamples.metadata),
          },
          ...errorRefs(400, 405, 500),
        },
        'x-codeSamples': [curl('Metadata', `curl ${base}/metadata"`)],
      },
    },
    '/device': oauthOperation(
      {
        operationId: 'beginDeviceLogin',
        summary: 'Start a login on another machine',
        description:
          'Codes for a machine without a browser (RFC 8628): the user types one in at `verification_uri`, on ' +
          'any device, while the client polls the token endpoint with the other.',
        'x-codeSamples': [post('/device', 'client_id=signals-cli', '"device_name=build-server"')],
      },
      schemaRef('DeviceRequest'),
      { description: 'The codes.', content: json('DeviceResponse', clientExamples.device) },
    ),
    '/token': oauthOperation(
      {
        operationId: 'exchangeToken',
        summary: 'Get tokens',
        description:
          'Tokens for an authorization code, a device code, or a refresh token (RFC 6749, RFC 8628). If the ' +
          'response is lost, a refresh may be repeated immediately; nothing else may be.',
        'x-codeSamples': [
          post(
            '/token',
            'client_id=signals-cli',
            'grant_type=refresh_token',
            '"refresh_token=$REFRESH_TOKEN"',
          ),
        ],
      },
      tokenRequest,
      { description: 'The tokens.', content: json('TokenResponse', clientExamples.tokens) },
    ),
    '/revoke': oauthOperation(
      {
        operationId: 'revokeToken',
        summary: 'Log out',
        description:
          'Ends the session of an access or refresh token (RFC 7009); an unknown token gets the same response. ' +
          'Its access token is refused everywhere within 5 seconds.',
        'x-codeSamples': [post('/revoke', 'client_id=signals-cli', '"token=$REFRESH_TOKEN"')],
      },
      schemaRef('RevokeRequest'),
      { description: 'The session has ended, or never existed.' },
    ),
  };
}
