import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Connection } from './connection';

let server: Server;
let connection: Connection;
beforeAll(async () => {
  // Never answers.
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  connection = new Connection({ urls: [`http://127.0.0.1:${port}`], prefix: 'test', shards: 1, replicas: 0 });
});
afterAll(async () => {
  await connection.close();
  server.closeAllConnections();
  server.close();
});

const GET = { method: 'GET', path: '/' } as const;

it("ends an aborted call with its signal's reason", async () => {
  class Ended extends Error {}
  const controller = new AbortController();
  const arrived = new Promise((resolve) => server.once('request', resolve));
  const call = connection.call({ ...GET, signal: controller.signal });
  await Promise.all([
    arrived.then(() => controller.abort(new Ended())),
    expect(call).rejects.toBeInstanceOf(Ended),
  ]);
  await expect(connection.find({ ...GET, signal: controller.signal })).rejects.toBeInstanceOf(Ended);
});

it('reports the engine as unavailable when it does not answer in time', async () => {
  await expect(connection.call({ ...GET, timeoutMs: 50 })).rejects.toMatchObject({ code: 'unavailable' });
});
