import { TestBrowser, type Visit } from '@heliograph/testing';
import express from 'express';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client';
import { createDevelopmentIssuer, type DevelopmentIssuerSettings } from '../src';

export interface RunningIssuer {
  issuerUrl: string;
  redirectUri: string;
  settings: DevelopmentIssuerSettings;
  stop(): Promise<void>;
}

/** An issuer on its own port, mounted in an Express application at this path. */
export async function startIssuer(
  mountPath: string,
  overrides: Partial<DevelopmentIssuerSettings> = {},
): Promise<RunningIssuer> {
  const app = express();
  const server = createServer(app);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = {
    issuerUrl: `${root}${mountPath}`,
    clientId: 'dashboard',
    clientSecret: 'a secret of the client',
    redirectUris: [`${root}/auth/callback`],
    postLogoutRedirectUris: [`${root}/signed-out`],
    look: { style: 'body { margin: 0 }', brand: '<header>Heliograph</header>' },
    ...overrides,
  };
  app.use(mountPath === '' ? '/' : mountPath, await createDevelopmentIssuer(settings));
  return {
    issuerUrl: settings.issuerUrl,
    redirectUri: settings.redirectUris[0]!,
    settings,
    stop: () => stop(server),
  };
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}

export interface SignIn {
  browser: TestBrowser;
  verifier: string;
  /** The sign-in page. */
  page: Visit;
}

/** Sends a browser to sign in, up to the sign-in page. */
export async function beginSignIn(
  { issuerUrl, redirectUri }: RunningIssuer,
  parameters: Record<string, string> = {},
  browser = new TestBrowser(),
): Promise<SignIn> {
  const verifier = randomPKCECodeVerifier();
  const query = new URLSearchParams({
    client_id: 'dashboard',
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: redirectUri,
    state: 'the state',
    nonce: 'the nonce',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  });
  const page = await browser.follow(`${issuerUrl}/auth?${query}`, (target) => target.startsWith(redirectUri));
  return { browser, verifier, page };
}

/** Submits the page; resolves with the query with which the browser is sent back to the client. */
export async function answerPage(
  { redirectUri }: RunningIssuer,
  { browser, page }: SignIn,
  fields: Record<string, string>,
): Promise<URLSearchParams> {
  const last = await browser.submit(page.url, { action: 'sign-in', ...fields }, (target) =>
    target.startsWith(redirectUri),
  );
  if (last.location === undefined) throw new Error(`not sent back but answered ${last.status}: ${last.text}`);
  return new URL(last.location).searchParams;
}
