import { TIMESTAMP, record as recordOf, schemaRef, TEXT, type Schema } from '../json-schema';
import { CLIENT_ID, FORM_RULES, type FormParameter } from '../oauth';
import { usageSchemas } from '../records/usage';
import { requestLogSchemas } from '../request-log';

const url: Schema = { type: 'string', format: 'uri' };
const seconds: Schema = { type: 'integer', minimum: 1 };

/** The schema of an object whose properties are all required. */
function record(properties: NonNullable<Schema['properties']>): Schema {
  return recordOf(Object.keys(properties), properties);
}

function form(required: readonly FormParameter[], optional: readonly FormParameter[]): Schema {
  const properties = Object.fromEntries(
    [...required, ...optional].map((name): [string, Schema] => [name, formField(name)]),
  );
  return { type: 'object', required, properties };
}

const FIELD_DESCRIPTIONS: Readonly<Partial<Record<FormParameter, string>>> = {
  code: 'From the redirect.',
  redirect_uri: 'The same as in the authorization request.',
  code_verifier: 'The verifier of the authorization request’s challenge (RFC 7636).',
  refresh_token: 'Valid for one use: the response has the next one.',
  device_code: 'From the device authorization.',
  token: 'An access or a refresh token.',
  token_type_hint: 'Optional and ignored.',
  device_name: 'What the user is shown, such as `anna on workstation-7`.',
  client_version: 'As `0.3.0`.',
};

function formField(name: FormParameter): Schema {
  if (name === 'client_id') return { const: CLIENT_ID };
  const description = FIELD_DESCRIPTIONS[name];
  const { form: pattern, rule } = FORM_RULES[name];
  // Patterns that need the `u` flag cannot be expressed: JSON Schema patterns have no flags.
  if (pattern.unicode)
    return { type: 'string', minLength: 1, description: `${description ?? ''} It ${rule}.`.trim() };
  return { type: 'string', pattern: pattern.source, ...(description && { description }) };
}

const { allowances, balance, subscription } = usageSchemas.UsageResponse.properties.data.properties;

/** Schemas that only the command-line client's interface has. */
export const clientSchemas: Readonly<Record<string, Schema>> = {
  ...requestLogSchemas,
  SessionResponse: record({
    data: record({
      account: record({
        id: TEXT,
        email: TEXT,
        name: TEXT,
        plan: { type: 'string', enum: ['free', 'paid'] },
      }),
      session: record({
        id: TEXT,
        deviceName: TEXT,
        clientVersion: TEXT,
        createdAt: TIMESTAMP,
        lastUsedAt: TIMESTAMP,
        expiresAt: { ...TIMESTAMP, description: 'When the current refresh token expires.' },
      }),
      allowances,
      balance,
      subscription,
    }),
  }),
  DeviceRequest: form(['client_id'], ['device_name', 'client_version']),
  DeviceResponse: {
    ...record({
      device_code: { type: 'string', description: 'For the client only.' },
      user_code: { type: 'string', description: 'For the user to type, such as `WDJB-MJHT`.' },
      verification_uri: url,
      verification_uri_complete: url,
      expires_in: { ...seconds, description: 'Seconds until both codes expire.' },
      interval: { ...seconds, description: 'Seconds to wait between two attempts.' },
    }),
    description: 'RFC 8628, section 3.2.',
  },
  CodeGrant: codeGrant('authorization_code', ['code', 'redirect_uri', 'code_verifier'], []),
  RefreshGrant: codeGrant('refresh_token', ['refresh_token'], ['client_version']),
  DeviceGrant: codeGrant('urn:ietf:params:oauth:grant-type:device_code', ['device_code'], []),
  TokenResponse: {
    ...record({
      access_token: { type: 'string', description: '`hg_cli_` and 38 letters and digits.' },
      token_type: { const: 'Bearer' },
      expires_in: { ...seconds, description: 'Seconds until the access token expires.' },
      refresh_token: { type: 'string', description: '`hg_ref_` and 38 letters and digits.' },
      scope: TEXT,
    }),
    description: 'RFC 6749, section 5.1.',
  },
  RevokeRequest: form(['client_id', 'token'], ['token_type_hint']),
  ClientMetadata: {
    ...record({
      issuer: url,
      authorization_endpoint: url,
      token_endpoint: url,
      device_authorization_endpoint: url,
      revocation_endpoint: url,
      verification_uri: url,
      response_types_supported: { type: 'array', items: TEXT },
      grant_types_supported: { type: 'array', items: TEXT },
      code_challenge_methods_supported: { type: 'array', items: TEXT },
      scopes_supported: { type: 'array', items: TEXT },
      token_endpoint_auth_methods_supported: { type: 'array', items: TEXT },
      revocation_endpoint_auth_methods_supported: { type: 'array', items: TEXT },
      service_documentation: url,
    }),
    description: 'RFC 8414, section 2.',
  },
  OAuthProblem: {
    ...record({
      error: {
        type: 'string',
        enum: [
          'invalid_request',
          'invalid_client',
          'invalid_grant',
          'unsupported_grant_type',
          'authorization_pending',
          'slow_down',
          'access_denied',
          'expired_token',
          'rate_limited',
          'temporarily_unavailable',
          'server_error',
        ],
        description: 'Machine-readable error code.',
      },
      error_description: { type: 'string', description: 'Human-readable explanation.' },
    }),
    description: 'RFC 6749, section 5.2, and RFC 8628, section 3.5.',
  },
};

function codeGrant(
  name: string,
  required: readonly FormParameter[],
  optional: readonly FormParameter[],
): Schema {
  const { properties, ...rest } = form(['client_id', 'grant_type', ...required], optional);
  return { ...rest, properties: { ...properties, grant_type: { const: name } } };
}

/** Any of the token endpoint's request bodies. */
export const tokenRequest: Schema = {
  anyOf: [schemaRef('CodeGrant'), schemaRef('RefreshGrant'), schemaRef('DeviceGrant')],
};
