import { startBeforeEach, waitFor } from '@heliograph/testing';
import { isSettled, patience, signalsOf, startGround, call } from './support/indexer';

const SIGNALS = 6_000;
const DEATHS = 3;
const BATCH = 64;
const PARTITIONS = 4;

const ground = startBeforeEach(startGround);

it('re-embeds only the batches that were in flight when killed, and ends equal to the catalog', async () => {
  ground.embedding.latencyMs = 5;
  await ground.importSignals(signalsOf(1, SIGNALS));
  const settings = { EVENT_BATCH_MAXIMUM: String(BATCH) };
  for (let deaths = 1; deaths <= DEATHS; deaths += 1) {
    const process = await ground.startProcess(settings);
    const reached = (SIGNALS * deaths) / (DEATHS + 1);
    await waitFor(() => ground.embedding.embedded.length >= reached, patience);
    await process.kill();
    expect(await process.exited).toBe('SIGKILL');
    expect(ground.points().size).toBeLessThan(SIGNALS);
    // The time after which a silent member loses its partitions.
    await ground.rows('UPDATE event_log.consumer_member SET expires_at = now()');
  }
  const service = await ground.startService(settings);
  const client = ground.connect(service.address);
  await waitFor(async () => isSettled(await client.getStatus({}, call)), patience);
  expect(await ground.isEqual()).toBe(true);
  expect(ground.points().size).toBe(SIGNALS);
  expect(ground.embedding.embedded.length - SIGNALS).toBeLessThanOrEqual(DEATHS * PARTITIONS * BATCH);
}, 90_000);

it('indexes what was stored when it was killed, without embedding it again', async () => {
  let isWaiting = false;
  ground.vectors.gate = () => {
    isWaiting = true;
    return new Promise(() => undefined);
  };
  await ground.importSignals(signalsOf(1, 200));
  const process = await ground.startProcess();
  await waitFor(() => isWaiting && ground.embedding.embedded.length === 200, patience);
  await waitFor(async () => (await ground.rows(`SELECT FROM indexer.vector`)).length === 200, patience);
  await process.kill();
  expect(ground.points().size).toBe(0);
  ground.vectors.gate = () => Promise.resolve();
  await ground.rows('UPDATE event_log.consumer_member SET expires_at = now()');
  const service = await ground.startService();
  const client = ground.connect(service.address);
  await waitFor(async () => isSettled(await client.getStatus({}, call)), patience);
  expect(await ground.isEqual()).toBe(true);
  expect(ground.embedding.embedded).toHaveLength(200);
});
