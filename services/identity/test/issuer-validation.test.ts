import { startBeforeAll } from '@heliograph/testing';
import { complete } from './support/sign-in';
import { startFakeIssuer } from './support/fake-issuer';

const fixture = startBeforeAll(startFakeIssuer);
beforeEach(() => {
  Object.assign(fixture.behavior, {
    userInfo: undefined,
    isForged: false,
    failures: {},
    metadata: {},
  });
});

const claims = { sub: 'ada', email: 'ada@example.com', email_verified: true };
const UNTRUSTED = {
  code: 'invalid_credentials',
  publicText: expect.stringContaining('could not be verified'),
};

it('accepts people from a well-behaved issuer', async () => {
  expect(await complete(fixture, await fixture.visit(claims))).toMatchObject({ accountCreated: true });
});

it.each([
  ['another nonce', { nonce: 'another' }],
  ['no nonce', { nonce: undefined }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['another audience', { aud: 'another-client' }],
  ["yesterday's ID token", { exp: Math.floor(Date.now() / 1_000) - 86_400 }],
])('rejects %s', async (_what, change) => {
  await expect(complete(fixture, await fixture.visit({ ...claims, ...change }))).rejects.toMatchObject(
    UNTRUSTED,
  );
});

it('logs which claim was wrong', async () => {
  const fresh = await startFakeIssuer();
  const returned = await fresh.visit({ ...claims, iss: 'https://evil.example' });
  await expect(complete(fresh, returned)).rejects.toMatchObject(UNTRUSTED);
  expect(fresh.running.log()).toContain('(issuer) claim value');
  await fresh.stop();
});

it('rejects a signature by an unpublished key', async () => {
  const returned = await fixture.visit(claims);
  fixture.behavior.isForged = true;
  await expect(complete(fixture, returned)).rejects.toMatchObject(UNTRUSTED);
});

it('rejects a missing or unusable subject', async () => {
  const returned = await fixture.visit({ ...claims, sub: 'a\u0000b' });
  await expect(complete(fixture, returned)).rejects.toMatchObject(UNTRUSTED);
});

it("redeems a code only with its own sign-in's verifier", async () => {
  const [first, second] = [await fixture.visit(claims), await fixture.visit(claims)];
  const mixed = new URLSearchParams(second.callbackQuery);
  mixed.set('code', new URLSearchParams(first.callbackQuery).get('code')!);
  await expect(complete(fixture, { ...second, callbackQuery: mixed.toString() })).rejects.toMatchObject({
    code: 'invalid_credentials',
    publicText: expect.stringContaining('no longer accepts'),
  });
});

it('says that the operator must act when the issuer does not know the client', async () => {
  const returned = await fixture.visit(claims);
  fixture.behavior.failures.token = (response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}');
  await expect(complete(fixture, returned)).rejects.toMatchObject({
    code: 'unavailable',
    publicText: expect.stringContaining('OIDC_CLIENT_SECRET'),
  });
});

it.each([
  ['a page', (body: string) => ({ type: 'text/html', body })],
  ['half an answer', (body: string) => ({ type: 'application/json', body: `{"id_token": "${body}` })],
])('logs nothing of a response that is %s', async (_what, make) => {
  const returned = await fixture.visit(claims);
  const { type, body } = make('a-token-that-must-not-be-logged');
  fixture.behavior.failures.token = (response) => response.writeHead(200, { 'content-type': type }).end(body);
  await expect(complete(fixture, returned)).rejects.toMatchObject({ code: expect.any(String) });
  expect(fixture.running.log()).not.toContain('a-token-that-must-not-be-logged');
  expect(fixture.running.log()).not.toContain(new URLSearchParams(returned.callbackQuery).get('code'));
});
