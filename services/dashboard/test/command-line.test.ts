import type { Authorized, CliSessions, DeviceLogin } from '@heliograph/dashboard-api';
import { cli } from '@heliograph/proto';
import { createRpcClient } from '@heliograph/runtime';
import { testCredentials, waitFor } from '@heliograph/testing';
import { createHash } from 'node:crypto';
import { call, TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';
import { joinAs } from './support/team';

let dashboard: TestDashboard;
let gateway: ReturnType<typeof connect>;
let person: Person;
beforeAll(async () => {
  dashboard = await TestDashboard.start();
  gateway = connect();
});
afterAll(async () => {
  await gateway.close();
  await dashboard.stop();
});
beforeEach(async () => (person = await dashboard.signIn()));

function connect() {
  return createRpcClient(cli.CliServiceService, {
    address: dashboard.addresses.identity,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 20_000,
  });
}

const device = { name: "anna's laptop", clientVersion: '0.3.0' };
const beginLogin = () => gateway.beginDeviceLogin({ device, clientSite: '' }, call);
const sessions = async () => (await person.data<CliSessions>('GET', '/cli/sessions')).items;

describe('a login on another machine', () => {
  it('is shown, approved with a click, and creates a session that can be ended', async () => {
    const { userCode, deviceCode } = await beginLogin();
    expect(await person.data<DeviceLogin>('GET', `/cli/device-logins/${userCode}`)).toEqual({
      userCode,
      deviceName: "anna's laptop",
      clientVersion: '0.3.0',
      createdAt: expect.stringMatching(/Z$/) as string,
      expiresAt: expect.stringMatching(/Z$/) as string,
    });
    // Opening the page approves nothing.
    expect(await gateway.exchangeDeviceCode({ deviceCode }, call)).toMatchObject({
      outcome: cli.TokenResponse_Outcome.AUTHORIZATION_PENDING,
    });
    await person.data('POST', `/cli/device-logins/${userCode}`, { approve: true });
    expect(await gateway.exchangeDeviceCode({ deviceCode }, call)).toMatchObject({
      outcome: cli.TokenResponse_Outcome.ISSUED,
    });
    const [session, ...others] = await sessions();
    expect(others).toEqual([]);
    expect(session).toMatchObject({ deviceName: "anna's laptop", clientVersion: '0.3.0' });
    await person.data('DELETE', `/cli/sessions/${session!.id}`);
    expect(await sessions()).toEqual([]);
  });

  it('can be refused', async () => {
    const { userCode, deviceCode } = await beginLogin();
    await person.data('POST', `/cli/device-logins/${userCode}`, { approve: false });
    expect(await gateway.exchangeDeviceCode({ deviceCode }, call)).toMatchObject({
      outcome: cli.TokenResponse_Outcome.ACCESS_DENIED,
    });
    expect(await sessions()).toEqual([]);
  });

  it('is found by its code as people type it, and decided once', async () => {
    const { userCode } = await beginLogin();
    const typed = userCode.toLowerCase().replace('-', ' ');
    expect((await person.get(`/cli/device-logins/${encodeURIComponent(typed)}`)).status).toBe(200);
    await person.data('POST', `/cli/device-logins/${userCode}`, { approve: true });
    const again = await person.send('POST', `/cli/device-logins/${userCode}`, { approve: false });
    expect((await problemFrom(again)).code).toBe('not_found');
    expect((await problemFrom(await person.get(`/cli/device-logins/${userCode}`))).code).toBe('not_found');
  });

  it.each(['ZZZZ-ZZZZ', 'x', '%2e%2e', '%E0', 'a'.repeat(100)])(
    'is not found with the code %s',
    async (code) => {
      expect((await person.get(`/cli/device-logins/${code}`)).status).toBe(404);
      expect((await person.send('POST', `/cli/device-logins/${code}`, { approve: true })).status).toBe(404);
    },
  );

  it('is found even if another member has entered too many wrong codes', async () => {
    const developer = await joinAs(dashboard, person, 'developer');
    const { userCode } = await beginLogin();
    const path = `/cli/device-logins/${userCode}`;
    await waitFor(async () => {
      await developer.get('/cli/device-logins/ZZZZ-ZZZZ');
      return (await developer.get(path)).status === 429;
    });
    expect(await person.data<DeviceLogin>('GET', path)).toMatchObject({ userCode });
  });
});

describe('a login on the same machine', () => {
  const verifier = 'v'.repeat(43);
  const parameters = {
    response_type: 'code',
    client_id: 'signals-cli',
    redirect_uri: 'http://127.0.0.1:49152/callback',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state &=? 12345',
    device_name: 'here',
    client_version: '0.3.0',
  };

  it('returns to the waiting client with a code that its verifier redeems', async () => {
    const { redirectTo } = await person.data<Authorized>('POST', '/cli/authorizations', {
      parameters,
      approve: true,
    });
    const target = new URL(redirectTo);
    expect(target.origin + target.pathname).toBe(parameters.redirect_uri);
    expect(target.searchParams.get('state')).toBe(parameters.state);
    const tokens = await gateway.exchangeAuthorizationCode(
      {
        code: target.searchParams.get('code')!,
        redirectUri: parameters.redirect_uri,
        codeVerifier: verifier,
      },
      call,
    );
    expect(tokens.outcome).toBe(cli.TokenResponse_Outcome.ISSUED);
    expect(await sessions()).toEqual([expect.objectContaining({ deviceName: 'here' })]);
  });

  it('returns with a refusal', async () => {
    const { redirectTo } = await person.data<Authorized>('POST', '/cli/authorizations', {
      parameters,
      approve: false,
    });
    const { searchParams } = new URL(redirectTo);
    expect(Object.fromEntries(searchParams)).toEqual({ error: 'access_denied', state: parameters.state });
  });

  it.each([
    { redirect_uri: 'http://evil.example:80/callback' },
    { redirect_uri: 'http://127.0.0.1:0/callback' },
    { redirect_uri: 'http://127.0.0.1:99999/callback' },
    { redirect_uri: 'http://127.0.0.1:80@evil.example/callback' },
    { redirect_uri: 'https://127.0.0.1:80/callback' },
    { redirect_uri: 'http://127.0.0.1:80/callback?x=1' },
    { redirect_uri: 'http://localhost:80/callback' },
    { client_id: 'another' },
    { response_type: 'token' },
    { code_challenge_method: 'plain' },
    { code_challenge: 'short' },
    { state: 'short' },
    { device_name: '' },
    { more: 'x' },
  ])('is refused with %j', async (changes) => {
    const body = { parameters: { ...parameters, ...changes }, approve: true };
    const { errors } = await problemFrom(await person.send('POST', '/cli/authorizations', body));
    expect(errors).toEqual([expect.objectContaining({ parameter: `parameters.${Object.keys(changes)[0]}` })]);
  });
});

it("signing out everywhere also ends the client's sessions", async () => {
  const { userCode, deviceCode } = await beginLogin();
  await person.data('POST', `/cli/device-logins/${userCode}`, { approve: true });
  const { accessToken } = await gateway.exchangeDeviceCode({ deviceCode }, call);
  expect(accessToken).toMatch(/^hg_cli_/);
  const { account } = await person.refresh();
  await person.data('DELETE', '/sessions');
  const again = await dashboard.signIn({ email: account.email });
  expect((await again.data<CliSessions>('GET', '/cli/sessions')).items).toEqual([]);
});
