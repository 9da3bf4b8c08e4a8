import { createDevelopmentIssuer } from '@heliograph/development-issuer';
import type { signIn } from '@heliograph/proto';
import { TestBrowser } from '@heliograph/testing';
import { call, startTestIdentity } from './identity';
import { CLIENT_ID, CLIENT_SECRET, openIdSettings, startServer } from './issuer-server';
import { complete, type ReturnedBrowser, type SignInFixture } from './sign-in';

/** Starts an identity service with the development issuer, at the dashboard's address. */
export async function startSignInFixture(settings: NodeJS.ProcessEnv = {}): Promise<SignInFixture> {
  const server = await startServer();
  const issuerUrl = `${server.root}/development-issuer`;
  server.listener = await createDevelopmentIssuer({
    issuerUrl,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUris: [`${server.root}/auth/callback`],
    postLogoutRedirectUris: [`${server.root}/`],
    look: { style: '', brand: '' },
  });
  const running = await startTestIdentity({ ...openIdSettings(server.root, issuerUrl), ...settings });
  return {
    running,
    dashboardUrl: server.root,
    server,
    stop: async () => {
      await running.stop();
      await server.close();
    },
  };
}

interface Visitor {
  email: string;
  name?: string;
  isOperator?: boolean;
}

/** Sends a browser through the issuer's page. */
export async function visitIssuer(
  { running, dashboardUrl }: SignInFixture,
  visitor: Visitor | 'cancel',
  returnTo = '/',
): Promise<ReturnedBrowser> {
  const { authorizationUrl, attemptSecret } = await running.signIn.beginSignIn({ returnTo }, call);
  const browser = new TestBrowser();
  const isBack = (target: string) => target.startsWith(`${dashboardUrl}/auth/callback`);
  const page = await browser.follow(authorizationUrl, isBack);
  const fields: Record<string, string> =
    visitor === 'cancel'
      ? { action: 'cancel' }
      : {
          action: 'sign-in',
          email: visitor.email,
          name: visitor.name ?? '',
          ...(visitor.isOperator && { operator: 'yes' }),
        };
  const { location } = await browser.submit(page.url, fields, isBack);
  return { attemptSecret, callbackQuery: new URL(location!).search.slice(1) };
}

/** Signs a person in completely. */
export async function signInAs(
  fixture: SignInFixture,
  visitor: Visitor,
  overrides: Partial<signIn.CompleteSignInRequest> = {},
): Promise<signIn.CompleteSignInResponse> {
  return complete(fixture, await visitIssuer(fixture, visitor), overrides);
}
