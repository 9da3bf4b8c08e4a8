import { generateApiKey } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { problemFrom, startGateway, withKey } from './support/gateway';

let now = Date.UTC(2026, 10, 20, 10, 23, 18);
const gateway = startBeforeAll(() =>
  startGateway({ rejectedCredentialsPerMinute: 3, trustedProxies: 1 }, { clock: () => now }),
);

it('stops an address that keeps trying, lets known keys pass, and resets with the minute', async () => {
  expect((await gateway.get('/usage')).status).toBe(200);
  const invented = () => gateway.get('/usage', withKey(generateApiKey().secret));
  for (let count = 0; count < 3; count++) expect((await invented()).status).toBe(401);
  const asked = gateway.backend.calls.authenticate;
  const blocked = await invented();
  expect(blocked.headers.get('retry-after')).toBe('42');
  expect((await problemFrom(blocked)).code).toBe('rate_limited');
  // Without a credential, there is nothing to guess and no client to lock out.
  expect((await gateway.get('/usage', {})).status).toBe(401);
  expect(gateway.backend.calls.authenticate).toBe(asked);
  expect((await gateway.get('/usage')).status).toBe(200);
  now += 42_000;
  expect((await invented()).status).toBe(401);
});

const from = (address: string, key: string) => withKey(key, { 'x-forwarded-for': address });

it('does not count requests without a credential', async () => {
  now += 60_000;
  for (let count = 0; count < 5; count++) {
    const response = await gateway.get('/usage', { 'x-forwarded-for': '192.0.2.7' });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="heliograph"');
  }
  const fresh = gateway.backend.addKey();
  expect((await gateway.get('/usage', from('192.0.2.7', fresh))).status).toBe(200);
});

it('counts the addresses of an IPv6 network together', async () => {
  now += 60_000;
  const invented = (address: string) => gateway.get('/usage', from(address, generateApiKey().secret));
  for (let host = 1; host <= 3; host++) expect((await invented(`2001:db8:1:2::${host}`)).status).toBe(401);
  expect((await invented('2001:db8:1:2:ffff::4')).status).toBe(429);
  expect((await invented('2001:db8:1:3::1')).status).toBe(401);
});
