import { createLogger } from '@heliograph/runtime';
import {
  ReplicatedDatabase,
  startBeforeAll,
  startMovingAddress,
  startRestoredDatabase,
  waitFor,
} from '@heliograph/testing';
import type { Pool } from 'pg';
import { createPool } from '../src';

const logger = createLogger({ service: 'test', level: 'fatal' });

const database = startBeforeAll(() => ReplicatedDatabase.start());

const poolOf = (connectionString: string) =>
  createPool({ connectionString, applicationName: 'one address' }, logger);

const portOf = async (client: Pick<Pool, 'query'>) =>
  (await client.query<{ port: number }>('SELECT inet_server_port() AS port')).rows[0]!.port;

it('behind one address, connections leave a former primary that lives on', async () => {
  const { ports } = database;
  const address = await startMovingAddress(ports.primary);
  const pool = poolOf(database.connectionString([address.port]));
  try {
    // Held by a user who would read stale rows for as long as it lasts.
    const held = await pool.connect();
    expect(await portOf(held)).toBe(ports.primary);
    await waitFor(() => address.ended === 1);

    // An address may lead to several servers.
    address.target = ports.standby;
    await waitFor(() => address.ended === 2);
    expect(await portOf(held)).toBe(ports.primary);

    const lost = new Promise((resolve) => held.once('end', resolve));
    await pool.query('SELECT pg_promote()');
    await lost;
    held.release(true);
    for (let times = 0; times < 3; times += 1) expect(await portOf(pool)).toBe(ports.standby);
  } finally {
    await pool.end();
    await address.stop();
  }
});

describe('behind one address, and restored from a copy', () => {
  const restored = startBeforeAll(() => startRestoredDatabase());

  it('connections leave a server for its copy, and none breaks by a restart', async () => {
    const { ports } = restored;
    const address = await startMovingAddress(ports.original);
    const pool = poolOf(restored.connectionString(address.port));
    try {
      expect(await portOf(pool)).toBe(ports.original);
      await waitFor(() => address.ended === 1);

      await restored.restartOriginal();
      await waitFor(() => address.ended === 2);
      const held = await pool.connect();
      await waitFor(() => address.ended === 3);
      expect(await portOf(held)).toBe(ports.original);

      const lost = new Promise((resolve) => held.once('end', resolve));
      address.target = ports.copy;
      await lost;
      held.release(true);
      expect(await portOf(pool)).toBe(ports.copy);
    } finally {
      await pool.end();
      await address.stop();
    }
  });

  it('the first connection to the copy ends those of all users, so that none still writes to the original', async () => {
    const { ports } = restored;
    const address = await startMovingAddress(ports.original);
    const [pool, another, abroad] = [
      poolOf(restored.connectionString(address.port)),
      poolOf(`${restored.connectionString(address.port)}?application_name=another`),
      poolOf(`${restored.connectionString(address.port)}?options=-c%20TimeZone%3DAsia/Tokyo`),
    ];
    const held = await pool.connect();
    try {
      expect(await portOf(held)).toBe(ports.original);
      const lost = new Promise((resolve) => held.once('end', resolve));
      // A user with a time zone of its own is told the same.
      expect(await portOf(abroad)).toBe(ports.original);
      expect(await portOf(held)).toBe(ports.original);

      address.target = ports.copy;
      // What this caller has read may be from the original.
      await expect(portOf(another)).rejects.toThrow('leads to another server than before');
      await expect(held.query('SELECT 1')).rejects.toThrow();
      await lost;
    } finally {
      held.release(true);
    }
    try {
      expect(await Promise.all([portOf(pool), portOf(another)])).toEqual([ports.copy, ports.copy]);
    } finally {
      await Promise.all([pool.end(), another.end(), abroad.end()]);
      await address.stop();
    }
  });

  it('connections leave a server for its copy even if, as in Amazon Aurora, they may not read its log', async () => {
    const { ports } = restored;
    for (const port of Object.values(ports)) {
      const admin = poolOf(restored.connectionString(port));
      await admin.query(`CREATE ROLE limited LOGIN PASSWORD 'limited';
        REVOKE EXECUTE ON FUNCTION pg_current_wal_insert_lsn(), pg_walfile_name(pg_lsn) FROM PUBLIC`);
      await admin.end();
    }
    const address = await startMovingAddress(ports.original);
    const url = new URL(restored.connectionString(address.port));
    Object.assign(url, { username: 'limited', password: 'limited' });
    const pool = poolOf(url.href);
    try {
      const held = await pool.connect();
      const lost = new Promise((resolve) => held.once('end', resolve));
      address.target = ports.copy;
      await lost;
      held.release(true);
      expect(await portOf(pool)).toBe(ports.copy);
    } finally {
      await pool.end();
      await address.stop();
    }
  });
});
