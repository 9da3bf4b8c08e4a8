import { startBeforeEach, waitFor } from '@heliograph/testing';
import { metricOf, waitOptions, signalsOf, startTestIndexer } from './support/indexer';

const running = startBeforeEach(startTestIndexer);

interface Told {
  id: string;
  late_ms: number;
}

it('marks a scheduled signal as published within a second of its time, and publishes the change', async () => {
  const publishedAt = new Date(Date.now() + 5_000).toISOString();
  await running.importSignals(signalsOf(1, 3).map((record) => ({ ...record, publishedAt })));
  let told: Told[] = [];
  // What this machine held up at most, with the pause between two polls.
  let heldUpMs = 0;
  let polledAt = performance.now();
  await waitFor(async () => {
    told = await running.rows<Told>(
      `SELECT id::text, extract(epoch FROM at - $1::timestamptz)::float8 * 1000 AS late_ms
       FROM catalog.change WHERE kind = 'published' ORDER BY id`,
      [publishedAt],
    );
    heldUpMs = Math.max(heldUpMs, performance.now() - polledAt);
    polledAt = performance.now();
    return told.length > 0;
  }, waitOptions);
  expect(told.map(({ id }) => id)).toEqual(['1', '2', '3']);
  for (const { late_ms } of told) {
    expect(late_ms).toBeGreaterThanOrEqual(0);
    expect(late_ms).toBeLessThan(1_000 + heldUpMs);
  }
  await waitFor(
    async () => (await metricOf(running.service, 'scheduled_published_total')) === 3,
    waitOptions,
  );
});

it('removes changes older than 62 days', async () => {
  await running.importSignals(signalsOf(1, 2));
  await running.rows(`UPDATE catalog.change SET at = now() - interval '63 days' WHERE id = 1`);
  const again = await running.startService();
  await running.service.destroy();
  await waitFor(async () => {
    const rows = await running.rows<{ id: string }>('SELECT id::text FROM catalog.change');
    return rows.map(({ id }) => id).join() === '2';
  }, waitOptions);
  await again.destroy();
});
