import type { DashboardContext } from './context';
import { DEVELOPMENT_ISSUER_PATH, type Listener } from './http/router';
import { BRAND, STYLE } from './pages/look';

/** Where the issuer sends the browser back, signed in or signed out. */
const CALLBACK_PATH = '/auth/callback';
const SIGNED_OUT_PATHS = ['/', '/sign-in'];

/** The development issuer, if enabled; its library is loaded only then. */
export async function loadDevelopmentIssuer({
  config,
  site,
  logger,
}: DashboardContext): Promise<Listener | undefined> {
  if (!config.developmentIssuer) return undefined;
  const { clientId, clientSecret, email } = config.developmentIssuer;
  const { createDevelopmentIssuer } = await import('@heliograph/development-issuer');
  logger.warn('the development issuer is on: anyone can sign in as anyone');
  return createDevelopmentIssuer({
    issuerUrl: `${site.origin}${DEVELOPMENT_ISSUER_PATH}`,
    clientId,
    clientSecret,
    redirectUris: [`${site.origin}${CALLBACK_PATH}`],
    postLogoutRedirectUris: SIGNED_OUT_PATHS.map((path) => site.origin + path),
    look: { style: STYLE, brand: BRAND },
    ...(email !== undefined && { prefilledEmail: email }),
  });
}
