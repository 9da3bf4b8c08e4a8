import { createLogger } from '@heliograph/runtime';
import { copyStopped, freePort, ReplicatedDatabase, startBeforeAll, waitFor } from '@heliograph/testing';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createPool, EmbeddedPostgres } from '../src';

const logger = createLogger({ service: 'test', level: 'fatal' });

const database = startBeforeAll(() => ReplicatedDatabase.start());

/** Leads new connections to one port at a time; those that are open stay where they are. */
async function startProxy(target: number) {
  const sockets = new Set<Socket>();
  const proxy = { port: await freePort(), target, opened: 0, ended: 0, stop: () => Promise.resolve() };
  const server = createServer((near) => {
    proxy.opened += 1;
    const far = connect(proxy.target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.once('close', () => (proxy.ended += 1));
    near.pipe(far).pipe(near);
  });
  server.listen(proxy.port, '127.0.0.1');
  await once(server, 'listening');
  proxy.stop = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return proxy;
}

const portOf = async (client: Pick<Pool, 'query'>) =>
  (await client.query<{ port: number }>('SELECT inet_server_port() AS port')).rows[0]!.port;

it('behind one address, connections leave a former primary that lives on', async () => {
  const { ports } = database;
  const proxy = await startProxy(ports.primary);
  const connectionString = database.connectionString([proxy.port]);
  const pool = createPool({ connectionString, applicationName: 'one address' }, logger);
  try {
    // Held by a user who would read stale rows for as long as it lasts.
    const held = await pool.connect();
    expect(await portOf(held)).toBe(ports.primary);
    await waitFor(() => proxy.ended === 1);

    // An address may lead to several servers.
    proxy.target = ports.standby;
    await waitFor(() => proxy.ended === 2);
    expect(await portOf(held)).toBe(ports.primary);

    const lost = new Promise((resolve) => held.once('end', resolve));
    await pool.query('SELECT pg_promote()');
    await lost;
    held.release(true);
    for (let times = 0; times < 3; times += 1) expect(await portOf(pool)).toBe(ports.standby);
  } finally {
    await pool.end();
    await proxy.stop();
  }
});

it('behind one address, connections leave a server for its restored copy, and none breaks by a restart', async () => {
  const home = await mkdtemp(join(tmpdir(), 'one-address-'));
  const ports = [await freePort(), await freePort()] as const;
  const run = (name: string, port: number) =>
    EmbeddedPostgres.start({ dataDirectory: join(home, name), port, logger });
  let original = await run('original', ports[0]);
  await original.stop();
  await copyStopped(join(home, 'original'), join(home, 'copy'));
  original = await run('original', ports[0]);
  // On the same timeline: it was not promoted.
  const copy = await run('copy', ports[1]);
  const proxy = await startProxy(ports[0]);
  const { username, password } = new URL(original.connectionString());
  const pool = createPool(
    {
      connectionString: `postgresql://${username}:${password}@127.0.0.1:${proxy.port}/postgres`,
      applicationName: 'one address',
    },
    logger,
  );
  try {
    expect(await portOf(pool)).toBe(ports[0]);
    await waitFor(() => proxy.ended === 1);

    await original.stop();
    await waitFor(() => proxy.ended === 2);
    original = await run('original', ports[0]);
    const held = await pool.connect();
    await waitFor(() => proxy.ended === 3);
    expect(await portOf(held)).toBe(ports[0]);

    const lost = new Promise((resolve) => held.once('end', resolve));
    proxy.target = ports[1];
    await lost;
    held.release(true);
    expect(await portOf(pool)).toBe(ports[1]);
  } finally {
    await pool.end();
    await proxy.stop();
    await Promise.all([original.stop(), copy.stop()]);
    await rm(home, { recursive: true, force: true });
  }
});
