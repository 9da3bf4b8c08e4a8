import { identity } from '@heliograph/proto';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { createHash, randomBytes } from 'node:crypto';
import { problemFrom, withKey } from './support/gateway';
import { oauthErrorFrom } from './support/oauth';
import { startRealServices } from './support/real-services';

const call = { requestId: 'test-request' };
const client = { client_id: 'signals-cli' };
const device = { name: 'a laptop', clientVersion: '0.3.0' };
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** The documented limit: a change at identity applies everywhere within 5 s. */
const BOUND = { timeoutMs: 5_000 };

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

const services = startBeforeAll(startRealServices);

const form = (path: string, fields: Record<string, string>) =>
  services.gateway.form(path, { ...client, ...fields });
const tokensFrom = async (response: Response) => {
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
};
const refresh = (token: string) => form('/token', { grant_type: 'refresh_token', refresh_token: token });

/** Begins a login as `signals login` does, approved at once; the returned function exchanges its code. */
async function beginLogin(accountId: string): Promise<() => Promise<Response>> {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = 'http://127.0.0.1:49152/callback';
  const { code } = await services.cli.createAuthorizationCode(
    {
      accountId,
      device,
      redirectUri,
      codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
      actor: { accountId, sessionId: 'a-browser-session' },
    },
    call,
  );
  return () =>
    form('/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
}

const logIn = async (accountId: string): Promise<Tokens> => tokensFrom(await (await beginLogin(accountId))());

it('presenting a code again ends the session of its first use', async () => {
  const account = await services.addAccount();
  const exchange = await beginLogin(account.id);
  const { access_token: token } = await tokensFrom(await exchange());
  expect(await oauthErrorFrom(await exchange())).toMatchObject({ error: 'invalid_grant' });
  expect((await services.gateway.cli('/session', withKey(token))).status).toBe(401);
});

it('a login with a code searches on the session’s records, with an event for the channel CLI', async () => {
  const account = await services.addAccount();
  const { access_token: token, expires_in: seconds } = await logIn(account.id);
  expect(token).toMatch(/^hg_cli_[0-9A-Za-z]{38}$/);
  expect(seconds).toBe(900);
  const response = await services.gateway.cli('/signals?limit=20', withKey(token));
  expect([response.status, response.headers.get('x-records-remaining')]).toEqual([200, '480']);
  const { data } = (await (await services.gateway.cli('/session', withKey(token))).json()) as {
    data: { account: { id: string }; session: { id: string; deviceName: string } };
  };
  expect(data).toMatchObject({
    account: { id: account.id, email: account.email, plan: 'free' },
    session: { deviceName: 'a laptop', clientVersion: '0.3.0' },
    allowances: { api: { remaining: 100 }, cli: { used: 20, remaining: 480 } },
  });
  const { rows } = await services.ledgerPool.query(
    'SELECT channel, credential_id, operation, mode, records FROM ledger.pending_usage_event WHERE account_id = $1',
    [account.id],
  );
  expect(rows).toEqual([
    {
      channel: 'cli',
      credential_id: data.session.id,
      operation: 'searchSignals',
      mode: 'keyword',
      records: 20,
    },
  ]);
});

it("the client's and the keys' allowances are separate, and a subscription comes first", async () => {
  const { gateway, ledger } = services;
  const account = await services.addAccount();
  const { access_token: token } = await logIn(account.id);
  const key = await services.addKey(account.id);
  const search = async (limit: number) =>
    (await gateway.cli(`/signals?limit=${limit}`, withKey(token))).headers;
  expect((await search(50)).get('x-records-remaining')).toBe('450');
  const api = await gateway.get('/signals?limit=50', withKey(key));
  expect(api.headers.get('x-records-remaining')).toBe('50');
  await ledger.startSubscription(
    { accountId: account.id, cliRecords: 60n, periodEnd: new Date(Date.now() + 3_600_000) },
    call,
  );
  expect((await search(50)).get('x-records-remaining')).toBe('10');
  const refused = await gateway.cli('/signals?limit=50', withKey(token));
  const problem = await problemFrom(refused);
  expect(problem).toMatchObject({ status: 402, code: 'insufficient_records' });
  expect(problem.detail).toContain('Billing');
  const usage = await gateway.cli('/usage', withKey(token));
  expect(usage.headers.get('x-records-remaining')).toBe('10');
  expect(await usage.json()).toMatchObject({
    data: {
      allowances: { api: { remaining: 50 }, cli: { remaining: 450 } },
      subscription: { cli: { granted: 60, used: 50, remaining: 10 } },
    },
  });
});

it('a login with a device code: pending, then approved, then used up', async () => {
  const account = await services.addAccount();
  const begun = (await (await form('/device', { device_name: 'a server' })).json()) as {
    device_code: string;
    user_code: string;
  };
  const poll = () => form('/token', { grant_type: DEVICE_GRANT, device_code: begun.device_code });
  expect(await oauthErrorFrom(await poll())).toMatchObject({ status: 400, error: 'authorization_pending' });
  expect(await oauthErrorFrom(await poll())).toMatchObject({ status: 400, error: 'slow_down' });
  await services.cli.decideDeviceLogin(
    {
      userCode: begun.user_code,
      accountId: account.id,
      approve: true,
      actor: { accountId: account.id, sessionId: 'a-browser-session' },
    },
    call,
  );
  const { access_token: token } = await waitFor(async () => {
    const response = await poll();
    return response.status === 200 && ((await response.json()) as Tokens);
  });
  expect((await services.gateway.cli('/usage', withKey(token))).status).toBe(200);
  expect(await oauthErrorFrom(await poll())).toMatchObject({ status: 400 });
});

it('a refresh token is valid once; reusing a spent one ends its session', async () => {
  const account = await services.addAccount();
  const first = await logIn(account.id);
  const second = await tokensFrom(await refresh(first.refresh_token));
  const third = await tokensFrom(await refresh(second.refresh_token));
  // Stolen: two generations old, so not from a client that lost a response.
  expect(await oauthErrorFrom(await refresh(first.refresh_token))).toMatchObject({ error: 'invalid_grant' });
  expect(await oauthErrorFrom(await refresh(third.refresh_token))).toMatchObject({ error: 'invalid_grant' });
  const problem = await waitFor(async () => {
    const response = await services.gateway.cli('/usage', withKey(third.access_token));
    return response.status !== 200 && problemFrom(response);
  }, BOUND);
  expect(problem).toMatchObject({ status: 401 });
});

it("logging out invalidates the session's tokens within 5 s", async () => {
  const account = await services.addAccount();
  const tokens = await logIn(account.id);
  const use = () => services.gateway.cli('/usage', withKey(tokens.access_token));
  expect((await use()).status).toBe(200);
  expect((await form('/revoke', { token: tokens.refresh_token })).status).toBe(200);
  expect(await oauthErrorFrom(await refresh(tokens.refresh_token))).toMatchObject({ error: 'invalid_grant' });
  await waitFor(async () => (await use()).status === 401, BOUND);
});

it('a suspension or an access restriction applies to sessions and keys within 5 s', async () => {
  const { identity: admin, gateway } = services;
  const accounts = [await services.addAccount(), await services.addAccount()];
  const credentials = await Promise.all(
    accounts.map(async ({ id }) => ({
      token: (await logIn(id)).access_token,
      key: await services.addKey(id),
    })),
  );
  /** The responses' codes for each account's session and key. */
  const codes = async () =>
    Promise.all(
      credentials
        .flatMap(({ token, key }) => [
          gateway.cli('/usage', withKey(token)),
          gateway.get('/usage', withKey(key)),
        ])
        .map(async (answer) => ((await (await answer).json()) as { code?: string }).code ?? 'none'),
    );
  const until = (first: string, second: string) =>
    waitFor(async () => String(await codes()) === String([first, first, second, second]), BOUND);
  await until('none', 'none');
  await admin.setAccountStatus(
    { id: accounts[0]!.id, status: identity.AccountStatus.SUSPENDED, reason: '', actor: undefined },
    call,
  );
  await admin.setAccessRestriction({ active: true, message: 'Back at noon.', actor: undefined }, call);
  await until('account_suspended', 'access_restricted');
  const response = await gateway.cli('/signals', withKey(credentials[1]!.token));
  expect((await problemFrom(response)).detail).toBe('Back at noon.');
  await admin.setAccessRestriction({ active: false, message: '', actor: undefined }, call);
  await until('account_suspended', 'none');
});
