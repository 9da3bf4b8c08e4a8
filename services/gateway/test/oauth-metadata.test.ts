import { startBeforeAll } from '@heliograph/testing';
import { startGateway, startGatewayOver } from './support/gateway';

const gateway = startBeforeAll(startGateway);

it('returns the URLs for approving logins and for requesting tokens', async () => {
  const response = await gateway.cli('/metadata', {});
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const root = `${gateway.url}/api/cli/v1`;
  expect(await response.json()).toMatchObject({
    issuer: gateway.url,
    authorization_endpoint: 'https://app.example.com/cli/authorize',
    token_endpoint: `${root}/token`,
    device_authorization_endpoint: `${root}/device`,
    revocation_endpoint: `${root}/revoke`,
    verification_uri: 'https://app.example.com/device',
    response_types_supported: ['code'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  });
});

it('is found by clients that know only the issuer', async () => {
  const [known, found] = await Promise.all(
    ['/api/cli/v1/metadata', '/.well-known/oauth-authorization-server'].map((path) =>
      fetch(gateway.url + path),
    ),
  );
  expect(found!.status).toBe(200);
  expect(found!.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await found!.json()).toEqual(await known!.json());
});

it("uses the configured address, whatever the request's host is", async () => {
  const other = await startGatewayOver(gateway.backend, { apiUrl: 'https://api.example.com' });
  try {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' };
    expect(await (await other.cli('/metadata', headers)).json()).toMatchObject({
      issuer: 'https://api.example.com',
      token_endpoint: 'https://api.example.com/api/cli/v1/token',
    });
  } finally {
    await other.stop();
  }
});

it('accepts GET and HEAD without parameters', async () => {
  expect((await gateway.cli('/metadata', {}, { method: 'HEAD' })).status).toBe(200);
  expect((await gateway.cli('/metadata', {}, { method: 'POST' })).status).toBe(405);
  expect((await gateway.cli('/metadata?x=1', {})).status).toBe(400);
});
