import type { ledger } from '@heliograph/proto';
import { waitFor } from '@heliograph/testing';
import { problemFrom, startGateway, withKey, type TestGateway } from './support/gateway';

/** Enough for a charge to reach the ledger on a busy machine. */
const CHARGE_TIMEOUT_MS = 1_000;

let gateway: TestGateway;
beforeEach(async () => (gateway = await startGateway({ chargeTimeoutMs: CHARGE_TIMEOUT_MS })));
afterEach(() => gateway.stop());

const never = () => new Promise<never>(() => undefined);
const voidsBy = async (outcome: string) =>
  Number(
    new RegExp(`gateway_charge_voids_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`).exec(
      await gateway.metrics(),
    )?.[1],
  );

/** Makes the ledger accept charges and lose its responses. */
function dropResponses(): void {
  const { ledger: backend } = gateway.backend;
  const { charge } = backend;
  backend.charge = async (request) => {
    await charge(request);
    return never();
  };
}

it('voids an unconfirmed charge without a key before the client gets its 503', async () => {
  const { ledger: backend } = gateway.backend;
  dropResponses();
  const problem = await problemFrom(await gateway.get('/signals?limit=3'));
  expect(problem).toMatchObject({ status: 503, code: 'unavailable' });
  expect(problem.detail).toContain('voided');
  expect([backend.remaining, backend.charges.length, backend.voids.length]).toEqual([1_000, 0, 1]);
  expect(await voidsBy('taken_back')).toBe(1);
});

it('keeps calling after its response until the ledger has answered, and a later charge is refused', async () => {
  const { ledger: backend } = gateway.backend;
  const { charge, voidCharge } = backend;
  const late: ledger.ChargeRequest[] = [];
  backend.charge = (request) => {
    late.push(request);
    return never();
  };
  let attempts = 0;
  backend.voidCharge = () => {
    attempts += 1;
    return never();
  };
  expect((await gateway.get('/signals?limit=3')).status).toBe(503);
  await waitFor(() => attempts >= 3);
  expect(await gateway.metrics()).toMatch(/gateway_charge_voids_pending\{[^}]*\} 1\n/);
  backend.voidCharge = voidCharge;
  await waitFor(async () => (await voidsBy('prevented')) === 1);
  await expect(charge(late[0]!)).rejects.toMatchObject({ code: 'invalid_parameter' });
  expect(backend.remaining).toBe(1_000);
});

it('does not void a charge with a key: a retry replays it', async () => {
  dropResponses();
  const headers = withKey(gateway.key, { 'idempotency-key': 'with-a-key-1' });
  expect((await gateway.get('/signals?limit=3', headers)).status).toBe(503);
  expect(gateway.backend.ledger.voids).toEqual([]);
  const retry = await gateway.get('/signals?limit=3', headers);
  expect([retry.status, retry.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
});

it('does not void a charge that the ledger refused', async () => {
  gateway.backend.ledger.remaining = 1;
  expect((await gateway.get('/signals?limit=3')).status).toBe(402);
  expect(gateway.backend.ledger.voids).toEqual([]);
});

it('waits on shutdown until the ledger has answered', async () => {
  const { ledger: backend } = gateway.backend;
  const { voidCharge } = backend;
  dropResponses();
  backend.voidCharge = never;
  expect((await gateway.get('/signals?limit=3')).status).toBe(503);
  const stopped = gateway.service.destroy();
  backend.voidCharge = voidCharge;
  await stopped;
  expect([backend.remaining, backend.voids.length]).toEqual([1_000, 1]);
});

it('reports what it lost if the ledger has not answered by shutdown', async () => {
  await gateway.stop();
  gateway = await startGateway({ chargeTimeoutMs: CHARGE_TIMEOUT_MS, shutdownTimeoutMs: 100 });
  gateway.backend.ledger.charge = never;
  gateway.backend.ledger.voidCharge = never;
  const metrics = gateway.metrics;
  expect((await gateway.get('/signals?limit=3')).status).toBe(503);
  expect(await metrics()).toMatch(/gateway_charge_voids_pending\{[^}]*\} 1\n/);
  const before = performance.now();
  await gateway.service.destroy();
  expect(performance.now() - before).toBeLessThan(10_000);
});
