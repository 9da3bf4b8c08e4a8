import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@heliograph/runtime';
import { describeWith, Disk } from '@heliograph/testing';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../src/embedded/embedded-postgres';

const logger = createLogger({ service: 'power cut', level: 'fatal' });

describeWith('disk', 'after a power cut', () => {
  let scratch: string;
  let home: string;
  let disk: Disk;

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'power-cut-'));
    await chmod(scratch, 0o755);
    home = join(scratch, 'home');
    disk = await Disk.mount(join(scratch, 'disk.img'), home);
  });

  afterEach(async () => {
    await disk.unmount();
    await rm(scratch, { recursive: true });
  });

  const start = (settings = {}) =>
    EmbeddedPostgres.start({ dataDirectory: join(home, 'data'), settings, logger });

  async function query(server: EmbeddedPostgres, text: string): Promise<unknown[]> {
    const client = new Client({ connectionString: server.connectionString() });
    await client.connect();
    try {
      return (await client.query<{ n: number }>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async function cutPower(server: EmbeddedPostgres): Promise<void> {
    await disk.losePower();
    server.kill();
    await server.stop();
    await disk.restorePower();
  }

  it('a newly created database restarts with its committed data', async () => {
    const server = await start();
    await query(server, 'CREATE TABLE kept AS SELECT 7 AS n');
    await cutPower(server);
    const again = await start();
    try {
      expect(await query(again, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    } finally {
      await again.stop();
    }
  });

  it('an unflushed commit is lost, which proves that the cut is real', async () => {
    const server = await start();
    await query(server, 'CREATE TABLE kept (n integer)');
    await server.stop();
    const careless = await start({ fsync: 'off' });
    await query(careless, 'INSERT INTO kept VALUES (7)');
    await cutPower(careless);
    const again = await start();
    try {
      expect(await query(again, 'SELECT n FROM kept')).toEqual([]);
    } finally {
      await again.stop();
    }
  });
});
