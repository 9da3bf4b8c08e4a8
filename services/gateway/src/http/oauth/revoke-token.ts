import { retryUnavailable } from '@heliograph/runtime';
import { isAccessToken, isRefreshToken } from '../../credentials/credential-form';
import { oauthOperation } from './oauth-operation';

const TIMEOUT_MS = 3_000;
const ATTEMPT_MS = 1_500;

/**
 * `POST /api/cli/v1/revoke` (RFC 7009): ends the session of an access or refresh token. Unknown tokens get the same
 * response (section 2.2). The hint is not needed to tell the two kinds apart.
 */
export const revokeToken = oauthOperation({
  name: 'revokeToken',
  required: ['client_id', 'token'],
  optional: ['token_type_hint'],
  async answer({ clients }, exchange, values) {
    const token = values.get('token') ?? '';
    if (isAccessToken(token) || isRefreshToken(token)) {
      await retryUnavailable((timeoutMs) => clients.cli.revokeToken({ token }, exchange.call(timeoutMs)), {
        totalMs: TIMEOUT_MS,
        attemptMs: ATTEMPT_MS,
      });
    }
    exchange.setHeader('Cache-Control', 'no-store');
    exchange.setHeader('Content-Length', '0');
    exchange.sendEmpty(200);
  },
});
