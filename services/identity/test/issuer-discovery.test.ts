import { waitFor } from '@heliograph/testing';
import { call, startTestIdentity } from './support/identity';
import { openIdSettings, startServer } from './support/issuer-server';
import { complete } from './support/sign-in';
import { startFakeIssuer, type FakeIssuer } from './support/fake-issuer';

const DISCOVERY = '/.well-known/openid-configuration';
const claims = { sub: 'ada', email: 'ada@example.com', email_verified: true };

let fixture: FakeIssuer | undefined;
afterEach(async () => {
  await fixture?.stop();
  fixture = undefined;
});

it('happens once, at the first sign-in, even when several begin at once', async () => {
  fixture = await startFakeIssuer();
  expect(fixture.visits.size).toBe(0);
  const begin = () => fixture!.running.signIn.beginSignIn({ returnTo: '/' }, call);
  await Promise.all(Array.from({ length: 5 }, begin));
  await complete(fixture, await fixture.visit(claims));
  expect(fixture.visits.get(DISCOVERY)).toBe(1);
});

it('is retried after it failed, and again after the issuer failed', async () => {
  fixture = await startFakeIssuer();
  const { behavior, running, visits } = fixture;
  behavior.failures.discovery = (response) => response.writeHead(500).end();
  await expect(running.signIn.beginSignIn({ returnTo: '/' }, call)).rejects.toMatchObject({
    code: 'unavailable',
    publicText: expect.stringContaining('identity provider is temporarily unreachable'),
  });
  delete behavior.failures.discovery;
  const returned = await fixture.visit(claims);
  behavior.failures.token = (response) => response.destroy();
  await expect(complete(fixture, returned)).rejects.toMatchObject({ code: 'unavailable' });
  delete behavior.failures.token;
  await complete(fixture, await fixture.visit(claims));
  expect(visits.get(DISCOVERY)).toBe(3);
});

it("rejects another issuer's metadata", async () => {
  fixture = await startFakeIssuer();
  fixture.behavior.metadata = { issuer: 'https://evil.example' };
  await expect(fixture.running.signIn.beginSignIn({ returnTo: '/' }, call)).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(fixture.running.log()).toContain('does not match the expected issuer (https://evil.example)');
});

it('does not delay signing out, which works without the issuer', async () => {
  fixture = await startFakeIssuer();
  fixture.behavior.failures.discovery = (response) => response.writeHead(500).end();
  const { endSessionUrl } = await fixture.running.signIn.signOut({ tokenHash: Buffer.alloc(32) }, call);
  expect(endSessionUrl).toBe('');
});

it('waits a few seconds for an issuer, not forever', async () => {
  fixture = await startFakeIssuer();
  fixture.behavior.failures.discovery = () => undefined;
  const started = performance.now();
  await expect(fixture.running.signIn.beginSignIn({ returnTo: '/' }, call)).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(performance.now() - started).toBeLessThan(15_000);
});

it('says which variable to set when there is no issuer, and everything else works', async () => {
  const running = await startTestIdentity();
  await expect(running.signIn.beginSignIn({ returnTo: '/' }, call)).rejects.toMatchObject({
    code: 'unavailable',
    publicText: expect.stringContaining('OIDC_ISSUER_URL'),
    issues: [{ parameter: 'sign_in', message: 'not_configured' }],
  });
  const tokenHash = Buffer.alloc(32);
  expect(await running.signIn.authenticateSession({ tokenHash }, call)).toMatchObject({ verdict: 2 });
  expect(await running.signIn.signOut({ tokenHash }, call)).toEqual({ endSessionUrl: '' });
  await running.stop();
});

it('succeeds when the issuer starts after this service', async () => {
  const server = await startServer();
  await server.close();
  const running = await startTestIdentity(openIdSettings(server.root, server.root));
  await expect(running.signIn.beginSignIn({ returnTo: '/' }, call)).rejects.toMatchObject({
    code: 'unavailable',
  });
  await waitFor(() => running.log().includes('the issuer of OIDC_ISSUER_URL cannot be used'));
  await running.stop();
});
