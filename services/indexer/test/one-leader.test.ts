import { startBeforeAll, waitFor } from '@heliograph/testing';
import { LEADER_APPLICATION } from '../src/leader/catalog-session';
import { call, isSettled, metricOf, waitOptions, signalsOf, startFixture } from './support/indexer';

const fixture = startBeforeAll(startFixture);

/** Sessions that hold the leader lock. */
const leaders = () =>
  fixture.rows<{ pid: number }>(
    `SELECT pg_locks.pid FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND application_name = $1 AND datname = current_database()`,
    [LEADER_APPLICATION],
  );

it('is one of all indexers, which share the work, and is replaced when its session dies', async () => {
  const services = [await fixture.startService(), await fixture.startService()];
  fixture.embedding.latencyMs = 2;
  const seen = new Set<number>();
  for (let deaths = 0; deaths < 4; deaths += 1) {
    const [leader] = await waitFor(async () => {
      const found = await leaders();
      expect(found.length).toBeLessThanOrEqual(1);
      return found.length === 1 && !seen.has(found[0]!.pid) && found;
    }, waitOptions);
    seen.add(leader!.pid);
    await fixture.importSignals(signalsOf(1 + 1_000 * deaths, 400 + 1_000 * deaths));
    await fixture.rows('SELECT pg_terminate_backend($1)', [leader!.pid]);
  }
  for (const service of services) {
    const client = fixture.connect(service.address);
    await waitFor(async () => isSettled(await client.getStatus({}, call)), waitOptions);
  }
  expect(await fixture.isEqual()).toBe(true);
  const handled = await Promise.all(
    services.map((service) => metricOf(service, 'events_total', 'outcome="handled"')),
  );
  expect(Math.min(...handled)).toBeGreaterThan(0);
  const leading = await Promise.all(services.map((service) => metricOf(service, 'leading')));
  expect(leading[0]! + leading[1]!).toBe(1);
});

it('repairs even when another indexer is asked', async () => {
  const services = [await fixture.startService(), await fixture.startService()];
  await waitFor(async () => (await leaders()).length === 1, waitOptions);
  const leading = await Promise.all(services.map((service) => metricOf(service, 'leading')));
  const other = services[leading.indexOf(0)]!;
  const held = fixture.vectors.collections.get('signals-fake-1')!.points;
  held.delete('1');
  const client = fixture.connect(other.address);
  await client.startRepair({}, call);
  await waitFor(() => fixture.isEqual(), waitOptions);
  await waitFor(async () => !(await client.getStatus({}, call)).repairing, waitOptions);
});
