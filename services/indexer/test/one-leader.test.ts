import { startBeforeAll, waitFor } from '@heliograph/testing';
import { LEADER_APPLICATION } from '../src/leader/catalog-session';
import { call, isSettled, metricOf, patience, signalsOf, startGround } from './support/indexer';

const ground = startBeforeAll(startGround);

/** Sessions that hold the leader lock. */
const leaders = () =>
  ground.rows<{ pid: number }>(
    `SELECT pg_locks.pid FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND application_name = $1 AND datname = current_database()`,
    [LEADER_APPLICATION],
  );

it('is one of all indexers, which share the work, and is replaced when its session dies', async () => {
  const services = [await ground.startService(), await ground.startService()];
  ground.embedding.latencyMs = 2;
  const seen = new Set<number>();
  for (let deaths = 0; deaths < 4; deaths += 1) {
    const [leader] = await waitFor(async () => {
      const found = await leaders();
      expect(found.length).toBeLessThanOrEqual(1);
      return found.length === 1 && !seen.has(found[0]!.pid) && found;
    }, patience);
    seen.add(leader!.pid);
    await ground.importSignals(signalsOf(1 + 1_000 * deaths, 400 + 1_000 * deaths));
    await ground.rows('SELECT pg_terminate_backend($1)', [leader!.pid]);
  }
  for (const service of services) {
    const client = ground.connect(service.address);
    await waitFor(async () => isSettled(await client.getStatus({}, call)), patience);
  }
  expect(await ground.isEqual()).toBe(true);
  const handled = await Promise.all(
    services.map((service) => metricOf(service, 'events_total', 'outcome="handled"')),
  );
  expect(Math.min(...handled)).toBeGreaterThan(0);
  const leading = await Promise.all(services.map((service) => metricOf(service, 'leading')));
  expect(leading[0]! + leading[1]!).toBe(1);
});

it('repairs even when another indexer is asked', async () => {
  const services = [await ground.startService(), await ground.startService()];
  await waitFor(async () => (await leaders()).length === 1, patience);
  const leading = await Promise.all(services.map((service) => metricOf(service, 'leading')));
  const other = services[leading.indexOf(0)]!;
  const held = ground.vectors.collections.get('signals-fake-1')!.points;
  held.delete('1');
  const client = ground.connect(other.address);
  await client.startRepair({}, call);
  await waitFor(() => ground.isEqual(), patience);
  await waitFor(async () => !(await client.getStatus({}, call)).repairing, patience);
});
