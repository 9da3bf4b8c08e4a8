import { cli } from '@heliograph/proto';
import { CLI_REFRESH_PREFIX, generateCredential } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { issued } from './support/backend-responses';
import { startGateway } from './support/gateway';
import { oauthErrorFrom } from './support/oauth';

const Outcome = cli.TokenResponse_Outcome;

const gateway = startBeforeAll(startGateway);
afterEach(() => {
  gateway.backend.answerTokens = async () => issued();
});

const verifier = 'v'.repeat(43);
const refreshToken = generateCredential(CLI_REFRESH_PREFIX).secret;
const REDIRECT_URI = 'http://127.0.0.1:49152/callback';

const grants = {
  authorization_code: { code: 'a-code', redirect_uri: REDIRECT_URI, code_verifier: verifier },
  refresh_token: { refresh_token: refreshToken, client_version: '0.4.0' },
  'urn:ietf:params:oauth:grant-type:device_code': { device_code: 'a-device-code' },
} as const;
const names = Object.keys(grants) as (keyof typeof grants)[];

const ask = (grantType: string, fields: Record<string, string>) =>
  gateway.form('/token', { client_id: 'signals-cli', grant_type: grantType, ...fields });

const requests: Readonly<Record<string, unknown>> = {
  authorization_code: {
    method: 'exchangeAuthorizationCode',
    request: { code: 'a-code', redirectUri: REDIRECT_URI, codeVerifier: verifier },
  },
  refresh_token: { method: 'refreshTokens', request: { refreshToken, clientVersion: '0.4.0' } },
  'urn:ietf:params:oauth:grant-type:device_code': {
    method: 'exchangeDeviceCode',
    request: { deviceCode: 'a-device-code' },
  },
};

describe.each(names)('%s', (name) => {
  it('is exchanged for tokens, which are not cached', async () => {
    const response = await ask(name, grants[name]);
    expect([response.status, response.headers.get('cache-control'), response.headers.get('pragma')]).toEqual([
      200,
      'no-store',
      'no-cache',
    ]);
    expect(await response.json()).toEqual({
      access_token: 'hg_cli_access',
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: 'hg_ref_refresh',
      scope: 'signals:read companies:read searches:write',
    });
    expect(gateway.backend.logins.at(-1)).toEqual(requests[name]);
  });

  it("requires all of its parameters, and none of another grant's", async () => {
    const asked = gateway.backend.logins.length;
    const needed = Object.keys(grants[name]).filter((parameter) => parameter !== 'client_version');
    const { error_description: text } = await oauthErrorFrom(await ask(name, {}));
    for (const parameter of needed) expect(text).toContain(`${parameter} is missing`);
    const other = name === 'authorization_code' ? 'device_code' : 'code';
    const problem = await oauthErrorFrom(await ask(name, { ...grants[name], [other]: 'x' }));
    expect(problem).toMatchObject({ status: 400, error: 'invalid_request' });
    expect(problem.error_description).toContain('does not belong to this grant_type');
    expect(gateway.backend.logins).toHaveLength(asked);
  });

  it.each([
    [Outcome.INVALID_GRANT, 'invalid_grant'],
    [Outcome.AUTHORIZATION_PENDING, 'authorization_pending'],
    [Outcome.SLOW_DOWN, 'slow_down'],
    [Outcome.ACCESS_DENIED, 'access_denied'],
    [Outcome.EXPIRED_TOKEN, 'expired_token'],
  ])('returns the outcome %s as %s, with identity’s text', async (outcome, error) => {
    gateway.backend.answerTokens = async () =>
      cli.TokenResponse.fromPartial({ outcome, description: 'It is so.' });
    expect(await oauthErrorFrom(await ask(name, grants[name]))).toEqual({
      status: 400,
      error,
      error_description: 'It is so.',
    });
  });

  it('is sent to identity once, even when that fails', async () => {
    let asked = 0;
    gateway.backend.answerTokens = async () => {
      asked += 1;
      throw new Error('gone');
    };
    expect((await ask(name, grants[name])).status).toBe(500);
    expect(asked).toBe(1);
  });
});

it('a polling device sees pending, then is told to slow down, then gets its tokens', async () => {
  const responses = [
    cli.TokenResponse.fromPartial({ outcome: Outcome.AUTHORIZATION_PENDING, description: 'Not yet.' }),
    cli.TokenResponse.fromPartial({ outcome: Outcome.SLOW_DOWN, description: 'Slower.' }),
    issued({ accessToken: 'hg_cli_polled' }),
    cli.TokenResponse.fromPartial({ outcome: Outcome.INVALID_GRANT, description: 'It was used.' }),
  ];
  gateway.backend.answerTokens = async () => responses.shift()!;
  const poll = async () =>
    (await ask('urn:ietf:params:oauth:grant-type:device_code', { device_code: 'd' })).json();
  expect(await poll()).toMatchObject({ error: 'authorization_pending' });
  expect(await poll()).toMatchObject({ error: 'slow_down' });
  expect(await poll()).toMatchObject({ access_token: 'hg_cli_polled' });
  expect(await poll()).toMatchObject({ error: 'invalid_grant' });
});

it.each(['password', 'client_credentials', 'constructor', '__proto__', 'AUTHORIZATION_CODE'])(
  'the grant type %s: unsupported_grant_type',
  async (name) => {
    expect(await oauthErrorFrom(await ask(name, {}))).toMatchObject({
      status: 400,
      error: 'unsupported_grant_type',
    });
  },
);

it('no grant type: invalid_request', async () => {
  const problem = await oauthErrorFrom(await gateway.form('/token', { client_id: 'signals-cli' }));
  expect(problem).toMatchObject({ status: 400, error: 'invalid_request' });
});

it.each([
  ['code_verifier', 'too-short'],
  ['code_verifier', 'v'.repeat(129)],
  ['code_verifier', `${'v'.repeat(43)}/`],
  ['code', 'x'.repeat(513)],
  ['code', 'a b'],
  ['redirect_uri', 'http://127.0.0.1/ü'],
])('refuses the %s %j', async (parameter, value) => {
  const problem = await oauthErrorFrom(
    await ask('authorization_code', { ...grants.authorization_code, [parameter]: value }),
  );
  expect(problem).toMatchObject({ status: 400, error: 'invalid_request' });
  expect(problem.error_description).toContain(`${parameter} must be`);
});

it.each(['nonsense', 'hg_ref_', `hg_ref_${'a'.repeat(38)}`, 'hg_cli_abc'])(
  'the refresh token %s is invalid_grant without asking identity',
  async (token) => {
    const asked = gateway.backend.logins.length;
    expect(await oauthErrorFrom(await ask('refresh_token', { refresh_token: token }))).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    });
    expect(gateway.backend.logins).toHaveLength(asked);
  },
);

it('answers 503 while identity is down', async () => {
  await gateway.backend.stopService('identity');
  const response = await ask('refresh_token', { refresh_token: refreshToken });
  expect(response.headers.has('retry-after')).toBe(true);
  expect(await oauthErrorFrom(response)).toMatchObject({ status: 503, error: 'temporarily_unavailable' });
  await gateway.backend.startService('identity');
});
