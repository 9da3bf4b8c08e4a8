import {
  freePort,
  keepConnections,
  startServiceProcess,
  testCallerVariables,
  waitFor,
  type ServiceProcess,
} from '@heliograph/testing';
import { Backend } from './support/backend';
import { TEST_CURSOR_SECRET } from './support/gateway';

/** Longer than a busy machine delays a client or a stop. */
const DRAIN_DELAY_MS = 20_000;

let backend: Backend;
let gateway: ServiceProcess;
let port: number;

beforeEach(async () => {
  backend = await Backend.start();
  port = await freePort();
  const { identity, ledger, search, company, metering, notifier } = backend.addresses;
  gateway = await startServiceProcess('gateway', {
    GATEWAY_HOST: '127.0.0.1',
    GATEWAY_PORT: String(port),
    IDENTITY_ADDRESS: identity,
    LEDGER_ADDRESS: ledger,
    SEARCH_ADDRESS: search,
    COMPANY_ADDRESS: company,
    METERING_ADDRESS: metering,
    NOTIFIER_ADDRESS: notifier,
    ...testCallerVariables,
    CURSOR_SECRET: TEST_CURSOR_SECRET,
    DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
  });
});

afterEach(async () => {
  await gateway.kill();
  await backend.stop();
});

it('loses no request of clients with persistent connections when told to stop', async () => {
  const clients = keepConnections(`http://127.0.0.1:${port}/api/v1/openapi.json`, 60);
  await waitFor(() => clients.answered > 180);
  const stopped = gateway.stop();
  await clients.ended;
  expect(clients.failures).toEqual([]);
  await stopped;
  expect(await gateway.exited).toBe(0);
});

it('does not wait when no connection is open', async () => {
  const began = performance.now();
  await gateway.stop();
  expect(await gateway.exited).toBe(0);
  expect(performance.now() - began).toBeLessThan(DRAIN_DELAY_MS);
});
