import { generateKeyPairSync, sign } from 'node:crypto';
import { join } from 'node:path';
import { userForEach } from './support/program';

const JWKS = '/.well-known/jwks.json';

const { server, user } = userForEach({ isLoggedIn: false });
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] };

function statement(): string {
  const payload = {
    accountId: 'account-1',
    month: '2026-10',
    totals: { requests: 0, records: 0, amountMicros: 0 },
    first: null,
    last: null,
    issuedAt: '2026-11-01T00:00:00.000Z',
  };
  const signed = [{ alg: 'EdDSA', kid: 'one' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

const verify = () => user.run(['verify', join(user.home, 'month.jws')]);
const verifyOnTerminal = () => user.runOnTerminal(['verify', join(user.home, 'month.jws')]);

beforeEach(() => user.writeFile('month.jws', statement()));

it('stores the keys it fetches, and works offline from then on', async () => {
  server.fail(JWKS, { status: 200, body: jwks });
  expect(await verify()).toMatchObject({ status: 0, stderr: '' });
  await server.stop();
  expect(await verify()).toMatchObject({ status: 0, stderr: '' });
  const { status, screen } = await verifyOnTerminal();
  expect(status).toBe(0);
  expect(screen).toContain(`Using the stored keys for ${server.url}.`);
});

it('says how to verify offline when no keys are stored', async () => {
  server.fail(JWKS, 'drop');
  const { status, stderr } = await verify();
  expect(status).toBe(1);
  expect(stderr).toContain(`Could not get the statement keys from ${server.url}.`);
  expect(stderr).toContain(`Download ${server.url}${JWKS} on a machine that can reach it`);
  expect(stderr).toContain('--keys FILE');
});

it('says so when the API answers with something other than keys', async () => {
  server.fail(JWKS, { status: 200, body: {} });
  expect(await verify()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Could not get the statement keys from') as string,
  });
});
