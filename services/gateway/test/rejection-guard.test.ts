import { generateApiKey } from '@heliograph/runtime';
import { problemFrom, startGateway, withKey, type TestGateway } from './support/gateway';

let gateway: TestGateway;
let now = Date.UTC(2026, 10, 20, 10, 23, 18);
beforeAll(async () => {
  gateway = await startGateway({ rejectedCredentialsPerMinute: 3 }, { clock: () => now });
});
afterAll(() => gateway.stop());

it('stops an address that keeps trying, lets known keys pass, and forgets with the minute', async () => {
  expect((await gateway.get('/usage')).status).toBe(200);
  const invented = () => gateway.get('/usage', withKey(generateApiKey().secret));
  for (let count = 0; count < 3; count++) expect((await invented()).status).toBe(401);
  const asked = gateway.backend.calls.authenticate;
  const blocked = await invented();
  expect(blocked.headers.get('retry-after')).toBe('42');
  expect((await problemFrom(blocked)).code).toBe('rate_limited');
  expect((await gateway.get('/usage', {})).status).toBe(429);
  expect(gateway.backend.calls.authenticate).toBe(asked);
  expect((await gateway.get('/usage')).status).toBe(200);
  now += 42_000;
  expect((await invented()).status).toBe(401);
});
