import { CliError, EXIT_CODES } from '../failure';
import { MISDIRECTED_REQUEST, REMEDY_FOR_ADDRESS } from '../http/describe-error';
import { reasonOf } from '../http/watched-fetch';

/** Where to log in, according to the API's metadata (RFC 8414). */
export interface AuthorizationServer {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  deviceAuthorizationEndpoint: string;
  revocationEndpoint: string;
  /** The dashboard's root, which has the authorization page. */
  dashboardUrl: string;
}

const AUTHORIZE_PATH = '/cli/authorize';

/**
 * Asks the API where to log in.
 *
 * @throws CliError when it cannot be reached or sends something else.
 */
export async function readMetadata(
  apiUrl: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  const url = `${apiUrl}/api/cli/v1/metadata`;
  let status: number;
  let body: unknown;
  try {
    const response = await fetch(url, {
      signal,
      redirect: 'manual',
      headers: { Accept: 'application/json' },
    });
    status = response.status;
    body = await response.json().catch(() => undefined);
  } catch (error) {
    signal.throwIfAborted();
    throw new CliError(`${apiUrl} cannot be reached: ${reasonOf(error)}.`, {
      code: 'network_error',
      remedy: 'Check the address. Set it with --api-url, SIGNALS_API_URL, or: signals config set api-url URL',
      cause: error,
    });
  }
  if (status === MISDIRECTED_REQUEST) throw misdirected(body, apiUrl);
  if (status !== 200)
    throw new CliError(`${apiUrl} answered ${status} instead of its login metadata.`, {
      code: 'unexpected_response',
      status,
      remedy:
        status >= 500 ? 'Try again in a moment.' : 'Is it the root of the API? It may be too old for logins.',
    });
  return parseMetadata(body, apiUrl);
}

/** Passes on what the dashboard, or a proxy, says about where the API is. */
function misdirected(body: unknown, apiUrl: string): CliError {
  const { detail } = (typeof body === 'object' && body !== null ? body : {}) as { detail?: unknown };
  return new CliError(typeof detail === 'string' ? detail : `${apiUrl} is not the address of the API.`, {
    code: 'invalid_parameter',
    exitCode: EXIT_CODES.usage,
    status: MISDIRECTED_REQUEST,
    remedy: REMEDY_FOR_ADDRESS,
  });
}

/**
 * Validates the metadata. Tokens are sent to these URLs, and one is opened in a browser: they must be http(s), and an
 * API with TLS must not redirect users to plain http.
 *
 * @throws CliError naming the invalid field.
 */
export function parseMetadata(body: unknown, apiUrl: string): AuthorizationServer {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const isSecure = apiUrl.startsWith('https:');
  const endpoint = (name: string): string => {
    const value = fields[name];
    const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
    if (
      !url ||
      !(url.protocol === 'https:' || (url.protocol === 'http:' && !isSecure)) ||
      url.username ||
      url.hash
    )
      throw new CliError(`${apiUrl} provides no usable ${name}.`, {
        code: 'unexpected_response',
        remedy: 'Contact the operator of the API.',
      });
    return url.href;
  };
  const authorizationEndpoint = endpoint('authorization_endpoint');
  const page = new URL(authorizationEndpoint);
  return {
    authorizationEndpoint,
    tokenEndpoint: endpoint('token_endpoint'),
    deviceAuthorizationEndpoint: endpoint('device_authorization_endpoint'),
    revocationEndpoint: endpoint('revocation_endpoint'),
    dashboardUrl:
      page.origin + page.pathname.replace(new RegExp(`${AUTHORIZE_PATH}/*$`), '').replace(/\/+$/, ''),
  };
}
