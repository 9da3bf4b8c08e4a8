import { identity } from '@heliograph/proto';
import { Backend } from './support/backend';
import { startGatewayOver, withKey, type TestGateway } from './support/gateway';

/** The documented limit: a revocation applies everywhere within 5 s. */
const BOUND_MS = 5_000;

let backend: Backend;
let gateways: TestGateway[];
beforeEach(async () => {
  backend = await Backend.start();
  gateways = [await startGatewayOver(backend), await startGatewayOver(backend)];
});
afterEach(async () => {
  for (const gateway of gateways) await gateway.stop();
  await backend.stop();
});

/** Sends requests to a gateway until it refuses one; returns the time of the last success and the refusal's code. */
async function untilRefused(gateway: TestGateway, key: string): Promise<{ lastMs: number; code: string }> {
  let lastMs = -Infinity;
  for (;;) {
    const askedMs = performance.now();
    const response = await gateway.get('/signals?limit=3', withKey(key));
    if (response.status !== 200) {
      return { lastMs, code: ((await response.json()) as { code: string }).code };
    }
    await response.arrayBuffer();
    lastMs = askedMs;
    if (askedMs > deadlineMs) throw new Error('it is never refused');
  }
}

let deadlineMs: number;
beforeEach(() => (deadlineMs = performance.now() + 15_000));

/** Makes a gateway cache a key as valid. @returns when the verdict was requested. */
async function warm(gateway: TestGateway, key: string): Promise<number> {
  const askedMs = performance.now();
  expect((await gateway.get('/signals?limit=3', withKey(key))).status).toBe(200);
  return askedMs;
}

it.each<[string, () => Promise<unknown>]>([
  ['gone', () => backend.stopService('identity')],
  [
    'silent',
    async () => {
      backend.authenticate = () => new Promise(() => undefined);
    },
  ],
])('a revocation applies within 5 s even if identity is %s from then on', async (_name, fail) => {
  backend.ledger.remaining = 1_000_000;
  const key = backend.addKey();
  const knownMs: number[] = [];
  for (const gateway of gateways) knownMs.push(await warm(gateway, key));
  backend.setVerdict(key, { verdict: identity.Verdict.REVOKED });
  const changedMs = performance.now();
  await fail();
  const refusals = await Promise.all(gateways.map((gateway) => untilRefused(gateway, key)));
  for (const [index, { lastMs, code }] of refusals.entries()) {
    expect(code).toBe('unavailable');
    expect(lastMs - changedMs).toBeLessThan(BOUND_MS);
    // Until then, the gateway bridged the outage.
    expect(lastMs - knownMs[index]!).toBeGreaterThan(2_500);
  }
});
