import { ServiceError } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { startGateway } from './support/gateway';
import { oauthErrorFrom } from './support/oauth';

const gateway = startBeforeAll(startGateway);

const begin = (more: Record<string, string> = {}) =>
  gateway.form('/device', { client_id: 'signals-cli', ...more });

it('returns codes, and the dashboard’s page for entering one', async () => {
  const response = await begin({ device_name: 'Annas Rechner – Büro', client_version: '0.3.0' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('pragma')).toBe('no-cache');
  expect(await response.json()).toEqual({
    device_code: 'a-device-code',
    user_code: 'WDJB-MJHT',
    verification_uri: 'https://app.example.com/device',
    verification_uri_complete: 'https://app.example.com/device?user_code=WDJB-MJHT',
    expires_in: 900,
    interval: 5,
  });
  expect(gateway.backend.logins.at(-1)).toEqual({
    method: 'beginDeviceLogin',
    request: {
      device: { name: 'Annas Rechner – Büro', clientVersion: '0.3.0' },
      clientSite: '127.0.0.1',
    },
  });
});

it('works without a name', async () => {
  expect((await begin()).status).toBe(200);
  expect(gateway.backend.logins.at(-1)).toMatchObject({
    request: { device: { name: 'unnamed device', clientVersion: '' } },
  });
});

it.each([
  ['device_name', ' '],
  ['device_name', 'x'.repeat(101)],
  ['device_name', 'a\nb'],
  ['device_name', 'evil \u202e name'],
  ['client_version', 'x'.repeat(41)],
  ['client_version', '0.3.0 (me)'],
])('refuses the %s %j', async (parameter, value) => {
  const asked = gateway.backend.logins.length;
  const problem = await oauthErrorFrom(await begin({ [parameter]: value }));
  expect(problem).toMatchObject({ status: 400, error: 'invalid_request' });
  expect(problem.error_description).toContain(`${parameter} must be`);
  expect(gateway.backend.logins).toHaveLength(asked);
});

it("passes on identity's refusals verbatim", async () => {
  const { beginDeviceLogin } = gateway.backend;
  gateway.backend.beginDeviceLogin = async () => {
    throw new ServiceError('invalid_parameter', 'The name "x" is taken.');
  };
  expect(await oauthErrorFrom(await begin())).toEqual({
    status: 400,
    error: 'invalid_request',
    error_description: "The name 'x' is taken.",
  });
  gateway.backend.beginDeviceLogin = async () => {
    throw new Error('relation "device_login" does not exist');
  };
  expect(await oauthErrorFrom(await begin())).toEqual({
    status: 500,
    error: 'server_error',
    error_description: 'An unexpected error occurred.',
  });
  gateway.backend.beginDeviceLogin = beginDeviceLogin;
});

it('answers 503 while identity is down', async () => {
  await gateway.backend.stopService('identity');
  const response = await begin();
  expect(response.headers.has('retry-after')).toBe(true);
  expect(await oauthErrorFrom(response)).toMatchObject({ status: 503, error: 'temporarily_unavailable' });
  await gateway.backend.startService('identity');
});
