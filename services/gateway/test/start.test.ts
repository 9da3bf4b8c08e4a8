import { createServer, type AddressInfo } from 'node:net';
import { createGatewayService } from '../src/service';
import { Backend } from './support/backend';
import { configFor } from './support/gateway';

it('names the port that is taken and what to do', async () => {
  const backend = await Backend.start();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const service = createGatewayService(configFor(backend, { http: { host: '127.0.0.1', port } }));
  await expect(service.start()).rejects.toThrow(new RegExp(`${port}.*taken.*GATEWAY_PORT`));
  await service.destroy();
  await new Promise((resolve) => other.close(resolve));
  await backend.stop();
});

it('starts without the services behind it, but is not ready', async () => {
  const backend = new Backend();
  const service = createGatewayService(configFor(backend));
  await service.start();
  expect((await fetch(`http://127.0.0.1:${service.port}/readyz`)).status).toBe(503);
  expect((await fetch(`http://127.0.0.1:${service.port}/api/v1/openapi.json`)).status).toBe(200);
  await service.destroy();
});
