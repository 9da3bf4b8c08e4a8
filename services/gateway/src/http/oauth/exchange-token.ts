import { cli } from '@heliograph/proto';
import type { OutgoingCall } from '@heliograph/runtime';
import type { Clients } from '../../clients';
import { isRefreshToken } from '../../credentials/credential-form';
import { SCOPES, type FormParameter } from '@heliograph/contract';
import { OAuthError, sendOAuth, type OAuthErrorCode } from './oauth-error';
import { oauthOperation, type FormValues } from './oauth-operation';

const TIMEOUT_MS = 3_000;

/** The scopes of every session of the client. */
export const CLIENT_SCOPE = SCOPES.join(' ');

interface Grant {
  required: readonly FormParameter[];
  optional: readonly FormParameter[];
  exchange(client: Clients['cli'], values: FormValues, call: OutgoingCall): Promise<cli.TokenResponse>;
}

const valueOf = (values: FormValues, parameter: FormParameter) => values.get(parameter) ?? '';

const GRANTS: Readonly<Record<string, Grant>> = {
  // RFC 6749, section 4.1.3, with the verifier of RFC 7636, section 4.5.
  authorization_code: {
    required: ['code', 'redirect_uri', 'code_verifier'],
    optional: [],
    exchange: (client, values, call) =>
      client.exchangeAuthorizationCode(
        {
          code: valueOf(values, 'code'),
          redirectUri: valueOf(values, 'redirect_uri'),
          codeVerifier: valueOf(values, 'code_verifier'),
        },
        call,
      ),
  },
  // RFC 6749, section 6.
  refresh_token: {
    required: ['refresh_token'],
    optional: ['client_version'],
    exchange: (client, values, call) => {
      const refreshToken = valueOf(values, 'refresh_token');
      if (!isRefreshToken(refreshToken)) {
        throw new OAuthError(
          'invalid_grant',
          'The refresh token is malformed. Log in again with: signals login',
        );
      }
      return client.refreshTokens({ refreshToken, clientVersion: valueOf(values, 'client_version') }, call);
    },
  },
  // RFC 8628, section 3.4.
  'urn:ietf:params:oauth:grant-type:device_code': {
    required: ['device_code'],
    optional: [],
    exchange: (client, values, call) =>
      client.exchangeDeviceCode({ deviceCode: valueOf(values, 'device_code') }, call),
  },
};

/** The grant types in the client's metadata. */
export const GRANT_TYPES = Object.keys(GRANTS);

const ALWAYS = ['client_id', 'grant_type'] as const satisfies readonly FormParameter[];
const OF_GRANTS = [
  ...new Set(Object.values(GRANTS).flatMap(({ required, optional }) => [...required, ...optional])),
];

const ERROR_CODES: Readonly<Partial<Record<cli.TokenResponse_Outcome, OAuthErrorCode>>> = {
  [cli.TokenResponse_Outcome.INVALID_GRANT]: 'invalid_grant',
  [cli.TokenResponse_Outcome.AUTHORIZATION_PENDING]: 'authorization_pending',
  [cli.TokenResponse_Outcome.SLOW_DOWN]: 'slow_down',
  [cli.TokenResponse_Outcome.ACCESS_DENIED]: 'access_denied',
  [cli.TokenResponse_Outcome.EXPIRED_TOKEN]: 'expired_token',
};

/**
 * `POST /api/cli/v1/token`: tokens for a code, a device code, or a refresh token. Identity is called only once: each of
 * the three is single-use, and only the client knows whether the response arrived.
 */
export const exchangeToken = oauthOperation({
  name: 'exchangeToken',
  required: ALWAYS,
  optional: OF_GRANTS,
  choose(values) {
    const grant = grantOf(values);
    // Without a known grant type, nothing can be said about the other parameters.
    return grant
      ? { required: [...ALWAYS, ...grant.required], optional: grant.optional }
      : { required: ALWAYS, optional: OF_GRANTS };
  },
  async answer(context, exchange, values) {
    const grant = grantOf(values);
    if (!grant) {
      throw new OAuthError('unsupported_grant_type', `grant_type must be one of ${GRANT_TYPES.join(', ')}.`);
    }
    const response = await grant.exchange(context.clients.cli, values, exchange.call(TIMEOUT_MS));
    if (response.outcome !== cli.TokenResponse_Outcome.ISSUED) {
      const code = ERROR_CODES[response.outcome];
      if (code === undefined) throw new Error(`unknown outcome ${response.outcome} of a token request`);
      throw new OAuthError(code, response.description);
    }
    sendOAuth(exchange, 200, {
      access_token: response.accessToken,
      token_type: 'Bearer',
      expires_in: response.expiresInSeconds,
      refresh_token: response.refreshToken,
      scope: CLIENT_SCOPE,
    });
  },
});

function grantOf(values: FormValues): Grant | undefined {
  const name = valueOf(values, 'grant_type');
  return Object.hasOwn(GRANTS, name) ? GRANTS[name] : undefined;
}
