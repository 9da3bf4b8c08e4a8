import { startBeforeEach, waitFor } from '@heliograph/testing';
import { isSettled, waitOptions, signalsOf, startFixture, call } from './support/indexer';

const SIGNALS = 6_000;
const DEATHS = 3;
const BATCH = 64;
const PARTITIONS = 4;

const fixture = startBeforeEach(startFixture);

it('re-embeds only the batches that were in flight when killed, and ends equal to the catalog', async () => {
  fixture.embedding.latencyMs = 5;
  await fixture.importSignals(signalsOf(1, SIGNALS));
  const settings = { EVENT_BATCH_MAXIMUM: String(BATCH) };
  for (let deaths = 1; deaths <= DEATHS; deaths += 1) {
    const process = await fixture.startProcess(settings);
    const reached = (SIGNALS * deaths) / (DEATHS + 1);
    await waitFor(() => fixture.embedding.embedded.length >= reached, waitOptions);
    await process.kill();
    expect(await process.exited).toBe('SIGKILL');
    expect(fixture.points().size).toBeLessThan(SIGNALS);
    // As if a silent member had been given its time before it loses its partitions.
    await fixture.rows('UPDATE event_log.consumer_member SET expires_at = now()');
  }
  const service = await fixture.startService(settings);
  const client = fixture.connect(service.address);
  await waitFor(async () => isSettled(await client.getStatus({}, call)), waitOptions);
  expect(await fixture.isEqual()).toBe(true);
  expect(fixture.points().size).toBe(SIGNALS);
  expect(fixture.embedding.embedded.length - SIGNALS).toBeLessThanOrEqual(DEATHS * PARTITIONS * BATCH);
}, 240_000);

it('indexes what was stored when it was killed, without embedding it again', async () => {
  let isWaiting = false;
  fixture.vectors.gate = () => {
    isWaiting = true;
    return new Promise(() => undefined);
  };
  await fixture.importSignals(signalsOf(1, 200));
  const process = await fixture.startProcess();
  await waitFor(() => isWaiting && fixture.embedding.embedded.length === 200, waitOptions);
  await waitFor(async () => (await fixture.rows(`SELECT FROM indexer.vector`)).length === 200, waitOptions);
  await process.kill();
  expect(fixture.points().size).toBe(0);
  fixture.vectors.gate = () => Promise.resolve();
  await fixture.rows('UPDATE event_log.consumer_member SET expires_at = now()');
  const service = await fixture.startService();
  const client = fixture.connect(service.address);
  await waitFor(async () => isSettled(await client.getStatus({}, call)), waitOptions);
  expect(await fixture.isEqual()).toBe(true);
  expect(fixture.embedding.embedded).toHaveLength(200);
});
