import type { RequestListener } from 'node:http';
import { startServer, type TestServer } from './support/issuer-server';
import { signInAs, startSignInFixture } from './support/development-issuer';
import type { SignInFixture } from './support/sign-in';

/** What programs, not browsers, request from an issuer. */
const BACK_CHANNEL = /\/(\.well-known\/|token|jwks|me|userinfo)/;

let inside: TestServer;
let fixture: SignInFixture;
const askedInside: { path: string; host: unknown }[] = [];
beforeAll(async () => {
  inside = await startServer();
  fixture = await startSignInFixture({ OIDC_BACK_CHANNEL_URL: inside.root });
  const issuer: RequestListener = fixture.server.listener;
  inside.listener = (request, response) => {
    askedInside.push({ path: request.url ?? '', host: request.headers['x-forwarded-host'] });
    issuer(request, response);
  };
  fixture.server.listener = (request, response) => {
    if (BACK_CHANNEL.test(request.url ?? '')) response.writeHead(503).end();
    else issuer(request, response);
  };
});
afterAll(async () => {
  await fixture.stop();
  await inside.close();
});

it('calls the issuer at the internal address, under its public name, and sends browsers to the public one', async () => {
  const { account } = await signInAs(fixture, { email: 'ada@example.com' });
  expect(account).toMatchObject({ email: 'ada@example.com' });
  expect(askedInside.map(({ path }) => path.replace('/development-issuer/', ''))).toEqual(
    expect.arrayContaining(['.well-known/openid-configuration', 'token', 'jwks']),
  );
  expect(new Set(askedInside.map(({ host }) => host))).toEqual(new Set([new URL(fixture.server.root).host]));
});
