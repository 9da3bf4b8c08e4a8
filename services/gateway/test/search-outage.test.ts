import { startBeforeAll, waitFor } from '@heliograph/testing';
import { problemFrom, startGateway, startGatewayOver, withKey } from './support/gateway';

const gateway = startBeforeAll(() => startGateway({ searchTimeoutMs: 2_000 }));

it('answers 503 with Retry-After, charges nothing, and frees the key', async () => {
  const { backend } = gateway;
  await backend.stopService('search');
  const headers = withKey(gateway.key, { 'idempotency-key': 'outage-1' });
  const response = await gateway.get('/signals?limit=1', headers);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(response.headers.get('link')).toBe('<https://app.example.com/status>; rel="status"');
  expect(await problemFrom(response)).toMatchObject({ status: 503, code: 'unavailable' });
  expect(backend.ledger.charges).toHaveLength(0);
  expect(backend.ledger.releases).toHaveLength(1);
  await backend.startService('search');
  await waitFor(async () => (await fetch(`${gateway.url}/readyz`)).ok);
  const again = await gateway.get('/signals?limit=1', headers);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
});

it('gives up on a search that does not answer', async () => {
  const shortTimeoutGateway = await startGatewayOver(gateway.backend, { searchTimeoutMs: 300 });
  try {
    let allowedMs = Infinity;
    gateway.backend.search = (_request, call) => {
      allowedMs = call.remainingMs();
      return new Promise(() => undefined);
    };
    expect((await problemFrom(await shortTimeoutGateway.get('/signals'))).status).toBe(503);
    // A call without its own timeout has three seconds.
    expect(allowedMs).toBeLessThanOrEqual(300);
  } finally {
    await shortTimeoutGateway.stop();
  }
});
