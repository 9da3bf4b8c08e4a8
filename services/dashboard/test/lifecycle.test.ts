import { createLogger } from '@heliograph/runtime';
import { freeAddress, waitFor } from '@heliograph/testing';
import { connect, createServer, type AddressInfo } from 'node:net';
import type { DashboardConfig } from '../src/config';
import { REQUEST_LIMITS } from '@heliograph/contract';
import { createDashboardService } from '../src/service';
import { configOf } from './support/dashboard';

const silent = createLogger({ service: 'dashboard', level: 'silent' });
const addresses = {
  identity: freeAddress(),
  ledger: freeAddress(),
  metering: freeAddress(),
  search: freeAddress(),
  company: freeAddress(),
  notifier: freeAddress(),
};
const create = (changes: Partial<DashboardConfig> = {}) =>
  createDashboardService(
    configOf(addresses, 0, { publicUrl: undefined, developmentIssuer: undefined, ...changes }),
    { logger: silent },
  );

it('starts without its services, on any free port, and knows its address', async () => {
  const service = await create();
  await service.start();
  expect(service.url).toBe(`http://127.0.0.1:${service.port}`);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
  await service.destroy();
});

it('names the port in use and its setting', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const service = await create({ http: { host: '127.0.0.1', port } });
  await expect(service.start()).rejects.toThrow(
    `cannot listen on port ${port}: it is taken; free it or set DASHBOARD_PORT`,
  );
  await service.destroy();
  await new Promise((resolve) => other.close(resolve));
});

it('can be destroyed twice, and before it was started', async () => {
  const unstarted = await create();
  await unstarted.destroy();
  const service = await create();
  await service.start();
  await Promise.all([service.destroy(), service.destroy()]);
  await service.destroy();
});

it('fails readiness, ends persistent connections, then closes the port', async () => {
  const service = await create({ drainDelayMs: 5_000 });
  await service.start();
  const { url, port } = service;
  // The connection is kept alive, so the port stays open for its next request.
  await fetch(`${url}/healthz`);
  const destroyed = service.destroy();
  const response = await fetch(`${url}/keys`);
  expect(response.headers.get('connection')).toBe('close');
  await destroyed;
  await waitFor(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.destroy());
        socket.once('error', () => resolve(true));
        socket.once('connect', () => resolve(false));
      }),
  );
});

it('answers non-HTTP data with a problem and cuts off overlong data', async () => {
  const service = await create();
  await service.start();
  const exchange = (bytes: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(service.port, '127.0.0.1');
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString('latin1')));
      socket.on('error', () => undefined);
      socket.once('close', () => resolve(received));
      socket.write(bytes);
    });
  expect(await exchange('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json/s);
  expect(
    await exchange(`GET /${'a'.repeat(REQUEST_LIMITS.urlLength + 20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
  ).toMatch(/^HTTP\/1\.1 431 /);
  const long = await fetch(`${service.url}/${'a'.repeat(REQUEST_LIMITS.urlLength)}`);
  expect(long.status).toBe(414);
  expect(await exchange('GET /keys HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  await service.destroy();
});
