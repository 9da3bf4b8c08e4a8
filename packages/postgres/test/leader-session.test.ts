import { createLogger } from '@heliograph/runtime';
import { startTestDatabase, type TestDatabase } from '@heliograph/testing';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { LeaderSession } from '../src';

let database: TestDatabase;
let proxy: Server;
let isSilent = false;
const sockets: Socket[] = [];

/** A proxy forwards everything until the server falls silent, as if its machine were gone. */
beforeAll(async () => {
  database = await startTestDatabase();
  const url = new URL(database.adminConnectionString);
  const directory = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  proxy = createServer((client) => {
    const server = directory ? connect(`${directory}/.s.PGSQL.${port}`) : connect(port, url.hostname);
    sockets.push(client, server);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (bytes) => isSilent || to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => isSilent || to.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await database.stop();
});

it('fails when its server falls silent, and can be closed', async () => {
  const url = new URL(database.adminConnectionString);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const session = await LeaderSession.open({
    connectionString: url.toString(),
    applicationName: 'leader test',
    lock: 'test',
    statementTimeoutMs: 1_000,
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  expect(await session.tryToLead()).toBe(true);
  isSilent = true;
  await expect(session.client.query('SELECT 1')).rejects.toThrow(/timeout/);
  await session.close();
});
