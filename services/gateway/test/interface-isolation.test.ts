import { identity } from '@heliograph/proto';
import {
  CLI_ACCESS_PREFIX,
  CLI_REFRESH_PREFIX,
  generateApiKey,
  generateCredential,
} from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { problemFrom, startGateway, withKey } from './support/gateway';

const { UNKNOWN, EXPIRED, REVOKED, ACCOUNT_DISABLED, ACCOUNT_SUSPENDED } = identity.Verdict;

const gateway = startBeforeAll(startGateway);

const apiPaths = ['/signals', '/companies/acme-robotics', '/filter-options', '/usage', '/nothing'];
const cliPaths = [...apiPaths, '/session', '/logs'];

async function expectRefused(response: Response, words: string): Promise<void> {
  const challenge = response.headers.get('www-authenticate')!;
  // RFC 6750, section 3: the characters that a description may contain.
  expect(challenge).toMatch(
    /^Bearer realm="heliograph", error="invalid_token", error_description="[\x20-\x21\x23-\x5b\x5d-\x7e]+"$/,
  );
  const problem = await problemFrom(response);
  expect(problem).toMatchObject({ status: 401, code: 'invalid_credentials' });
  expect(problem.detail).toContain(words);
  expect(challenge).toContain(problem.detail);
}

it("the API refuses the client's tokens and says where they belong", async () => {
  const asked = gateway.backend.calls.authenticate;
  for (const path of apiPaths)
    await expectRefused(await gateway.get(path, withKey(gateway.token)), '/api/cli/v1');
  const refresh = generateCredential(CLI_REFRESH_PREFIX).secret;
  await expectRefused(await gateway.get('/usage', withKey(refresh)), '/api/cli/v1/token');
  expect(gateway.backend.calls.authenticate).toBe(asked);
});

it('the client’s interface refuses API keys and says where they belong', async () => {
  const asked = gateway.backend.calls.authenticate;
  for (const path of cliPaths)
    await expectRefused(await gateway.cli(path, withKey(gateway.key)), '/api/v1 only');
  const refresh = generateCredential(CLI_REFRESH_PREFIX).secret;
  await expectRefused(await gateway.cli('/session', withKey(refresh)), '/api/cli/v1/token');
  expect(gateway.backend.calls.authenticate).toBe(asked);
});

it('does not point an invalid credential of its own kind to the other interface', async () => {
  const broken = `${gateway.token.slice(0, -1)}${gateway.token.endsWith('0') ? '1' : '0'}`;
  for (const token of [broken, 'hg_cli_', `hg_cli_${'a'.repeat(10_000)}`, 'nonsense']) {
    await expectRefused(await gateway.cli('/usage', withKey(token)), 'not a valid access token');
  }
  await expectRefused(await gateway.get('/usage', withKey('hg_live_')), 'not a valid API key');
});

it('tells identity which kind of credential to check', async () => {
  const kinds: identity.CredentialKind[] = [];
  const { authenticate } = gateway.backend;
  gateway.backend.authenticate = async (request) => {
    kinds.push(request.kind);
    return authenticate(request);
  };
  await gateway.get('/usage', withKey(generateApiKey().secret));
  await gateway.cli('/usage', withKey(generateCredential(CLI_ACCESS_PREFIX).secret));
  gateway.backend.authenticate = authenticate;
  expect(kinds).toEqual([identity.CredentialKind.API_KEY, identity.CredentialKind.CLI_TOKEN]);
});

it.each([
  [UNKNOWN, 401, 'revoked_credentials', 'no longer valid'],
  [EXPIRED, 401, 'expired_credentials', 'refresh token'],
  [REVOKED, 401, 'revoked_credentials', 'signals login'],
  [ACCOUNT_DISABLED, 403, 'account_disabled', 'session'],
  [ACCOUNT_SUSPENDED, 403, 'account_suspended', 'session'],
])('a token with the verdict %s: %s %s', async (verdict, status, code, words) => {
  const response = await gateway.cli('/signals', withKey(gateway.backend.addToken({ verdict })));
  expect(response.headers.has('www-authenticate')).toBe(status === 401);
  const problem = await problemFrom(response);
  expect(problem).toMatchObject({ status, code });
  expect(problem.detail).toContain(words);
});

it('an expired token is refused at once, whatever is cached about it', async () => {
  let now = Date.UTC(2026, 10, 20, 10, 23, 18);
  const other = await startGateway({}, { clock: () => now });
  try {
    const token = other.backend.addToken({ expiresAt: new Date(now + 1_000) });
    expect((await other.cli('/usage', withKey(token))).status).toBe(200);
    now += 1_000;
    expect(await problemFrom(await other.cli('/usage', withKey(token)))).toMatchObject({
      code: 'expired_credentials',
    });
  } finally {
    await other.stop();
  }
});

it('cookies are ignored, alone and beside a token', async () => {
  const cookie = `__Host-heliograph_session=abc; token=${gateway.token}`;
  for (const path of cliPaths) {
    const response = await gateway.cli(path, { cookie });
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="heliograph"');
    expect(await problemFrom(response)).toMatchObject({ status: 401, code: 'missing_credentials' });
  }
  const beside = await gateway.cli('/signals?limit=1', withKey(gateway.token, { cookie }));
  expect([beside.status, beside.headers.has('set-cookie')]).toEqual([200, false]);
});

it('unknown paths are 404 with a token and 401 without', async () => {
  for (const path of ['/nothing', '', '/', '/signals/', '/Signals', '/token/', '/session/1']) {
    expect(await problemFrom(await gateway.cli(path))).toMatchObject({ status: 404, code: 'not_found' });
    expect((await gateway.cli(path, {})).status).toBe(401);
  }
  expect((await fetch(`${gateway.url}/api/cli/v2/signals`)).status).toBe(404);
});

it("accepts the API's methods", async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
    const response = await gateway.cli('/signals', withKey(gateway.token), { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  }
  for (const path of ['/usage', '/filter-options', '/session']) {
    const response = await gateway.cli(path, withKey(gateway.token), { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  }
});
