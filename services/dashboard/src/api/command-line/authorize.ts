import { authorizeBody, type Authorized, type AuthorizeParameters } from '@heliograph/dashboard-api';
import { ServiceError } from '@heliograph/runtime';
import { actorOf } from '../../auth/session';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';

const LAST_PORT = 65_535;

/**
 * `POST /cli/authorizations`: a code for the client waiting on a loopback port, or a refusal (RFC 6749, sections 4.1.2
 * and 4.1.2.1; RFC 8252, section 7.3).
 */
export const authorize = endpoint({
  name: 'authorize',
  body: authorizeBody,
  async run({ context: { clients }, exchange, signedIn, body: { parameters, approve } }) {
    checkPort(parameters.redirect_uri);
    if (!approve)
      return { redirectTo: redirectOf(parameters, { error: 'access_denied' }) } satisfies Authorized;
    const { code } = await withApiIssues(
      clients.cli.createAuthorizationCode(
        {
          accountId: signedIn.account.id,
          device: { name: parameters.device_name, clientVersion: parameters.client_version ?? '' },
          redirectUri: parameters.redirect_uri,
          codeChallenge: parameters.code_challenge,
          actor: actorOf(signedIn),
        },
        exchange.call(),
      ),
    );
    return { redirectTo: redirectOf(parameters, { code }) } satisfies Authorized;
  },
});

function redirectOf({ redirect_uri, state }: AuthorizeParameters, response: Record<string, string>): string {
  return `${redirect_uri}?${new URLSearchParams({ ...response, state }).toString()}`;
}

/** @throws ServiceError `invalid_parameter` */
function checkPort(redirectUri: string): void {
  const port = Number(/:(\d+)\/callback$/.exec(redirectUri)?.[1]);
  if (port >= 1 && port <= LAST_PORT) return;
  const parameter = 'parameters.redirect_uri';
  const message = `must name a port from 1 to ${LAST_PORT}`;
  throw new ServiceError('invalid_parameter', `${parameter}: ${message}`, {
    issues: [{ parameter, message }],
  });
}
