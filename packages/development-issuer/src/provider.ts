import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import * as interactionPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js';
import { Provider, type ProviderContext } from 'oidc-provider/lib/provider.js';
import type { People } from './people';
import { pageHeaders, renderPage, type Page } from './pages/page';
import type { DevelopmentIssuerSettings } from './settings';

const { Check, Prompt } = interactionPolicy;

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const SIGNATURE = 'ES256';
const SCOPES = ['openid', 'email', 'profile'];

export const SESSION_COOKIE = 'development_issuer';

/** The path of the sign-in page, below the issuer's. */
export const INTERACTION_PATH = '/interaction/';
/** The path where a client sends a browser to sign out, below the issuer's. */
export const END_SESSION_PATH = '/session/end';

/** Shown when the protocol fails and there is no page to redirect to. */
type FailurePage = (failure: unknown, error: string, description: string) => Page;

/** The OpenID Connect provider: one client, authorization code with PKCE, keys generated at start. */
export async function createProvider(
  settings: DevelopmentIssuerSettings,
  people: People,
  pageOfFailure: FailurePage,
): Promise<Provider> {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  const path = new URL(settings.issuerUrl).pathname.replace(/\/$/, '');
  const provider = new Provider(settings.issuerUrl, {
    // The default adapter, but without its warning that it is for development only. Holds the latest 1,000 entries.
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: settings.redirectUris,
        post_logout_redirect_uris: settings.postLogoutRedirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: SIGNATURE,
      },
    ],
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: SIGNATURE, kid: 'development' }],
    },
    enabledJWA: { idTokenSigningAlgValues: [SIGNATURE] },
    responseTypes: ['code'],
    scopes: SCOPES,
    claims: { openid: ['sub', 'roles'], email: ['email', 'email_verified'], profile: ['name'] },
    // Claims are in the ID token too, not only at the userinfo endpoint.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    clientBasedCORS: () => false,
    routes: { end_session: END_SESSION_PATH },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        session: SESSION_COOKIE,
        interaction: 'development_issuer_sign_in',
        resume: 'development_issuer_resume',
      },
      short: { httpOnly: true, overwrite: true, sameSite: 'lax' },
      long: { httpOnly: true, overwrite: true, sameSite: 'lax', path: `${path}/` },
    },
    ttl: {
      AccessToken: 10 * MINUTE_SECONDS,
      AuthorizationCode: MINUTE_SECONDS,
      Grant: HOUR_SECONDS,
      IdToken: 10 * MINUTE_SECONDS,
      Interaction: HOUR_SECONDS,
      Session: HOUR_SECONDS,
    },
    interactions: {
      url: (_context: ProviderContext, { uid }: { uid: string }) => `${path}${INTERACTION_PATH}${uid}`,
      // Asks at every sign-in, so you can be another person each time. There is no consent screen.
      policy: [
        new Prompt(
          { name: 'login', requestable: true },
          new Check('asked', 'the sign-in page was not answered', ({ oidc }) =>
            oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
          ),
        ),
      ],
    },
    findAccount: (_context: ProviderContext, subject: string) => {
      const claims = people.claimsOf(subject);
      return claims && { accountId: subject, claims: () => claims };
    },
    loadExistingGrant: async ({ oidc }: ProviderContext) => {
      const { clientId } = oidc.client;
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope(SCOPES.join(' '));
      await grant.save(HOUR_SECONDS);
      return grant;
    },
    renderError: (
      context: ProviderContext,
      out: { error: string; error_description?: string },
      failure: unknown,
    ) => {
      const page = pageOfFailure(failure, out.error, out.error_description ?? '');
      context.status = page.status;
      for (const [name, value] of Object.entries(pageHeaders(settings.look, []))) context.set(name, value);
      context.body = renderPage(settings.look, page);
    },
  });
  // The listener derives the request's URL from the issuer's.
  provider.proxy = true;
  return provider;
}
