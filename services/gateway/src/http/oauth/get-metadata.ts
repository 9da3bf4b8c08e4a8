import { GRANT_TYPES, CLIENT_SCOPE } from './exchange-token';
import { queryOf, throwIfInvalid } from '../query';
import type { Operation } from '../operation';
import { sendOAuth } from './oauth-error';

const METHODS = ['none'];

/**
 * `GET /.well-known/oauth-authorization-server` (RFC 8414, section 3), `GET /api/cli/v1/metadata`: where a client sends
 * its user and requests tokens. The addresses come from settings, never from the request's `Host`, which anyone can
 * set.
 */
export const getMetadata: Operation = {
  name: 'getMetadata',
  methods: ['GET', 'HEAD'],
  handle({ config }, exchange) {
    throwIfInvalid(queryOf(exchange));
    const apiUrl = config.apiUrl ?? `http://127.0.0.1:${exchange.request.socket.localPort}`;
    const root = `${apiUrl}/api/cli/v1`;
    sendOAuth(exchange, 200, {
      issuer: apiUrl,
      authorization_endpoint: `${config.dashboardUrl}/cli/authorize`,
      token_endpoint: `${root}/token`,
      device_authorization_endpoint: `${root}/device`,
      revocation_endpoint: `${root}/revoke`,
      verification_uri: `${config.dashboardUrl}/device`,
      response_types_supported: ['code'],
      grant_types_supported: GRANT_TYPES,
      code_challenge_methods_supported: ['S256'],
      scopes_supported: CLIENT_SCOPE.split(' '),
      // The client is public: PKCE takes the place of a secret.
      token_endpoint_auth_methods_supported: METHODS,
      revocation_endpoint_auth_methods_supported: METHODS,
      service_documentation: `${apiUrl}/docs/cli`,
    });
  },
};
