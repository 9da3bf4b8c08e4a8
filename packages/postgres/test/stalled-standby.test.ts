import { ReplicatedDatabase, startBeforeAll, waitFor } from '@heliograph/testing';
import { Client } from 'pg';
import { ServerProbe } from '../src/servers/server-probe';

const database = startBeforeAll(() => ReplicatedDatabase.start());

async function run(port: number, sql: string): Promise<void> {
  const client = new Client({ connectionString: database.connectionString([port]) });
  await client.connect();
  await client.query(sql);
  await client.end();
}

it('recognizes a standby that replays nothing, or receives nothing', async () => {
  const { primary, standby } = database.ports;
  const server = { host: '127.0.0.1', port: standby };
  const probe = new ServerProbe(database.connectionString([standby]), server, () => undefined);
  const stalled = (expected: boolean) =>
    waitFor(() => probe.state.role === 'standby' && probe.state.isStalled === expected);
  await stalled(false);
  await run(standby, 'SELECT pg_wal_replay_pause()');
  await run(primary, 'CREATE TABLE behind ()');
  await stalled(true);
  await run(standby, 'SELECT pg_wal_replay_resume()');
  await stalled(false);
  await database.primary.stop();
  await stalled(true);
  probe.close();
});
