import { startBeforeAll, waitFor } from '@heliograph/testing';
import { waitOptions, signalsOf, startTestIndexer } from './support/indexer';

const running = startBeforeAll(startTestIndexer);

async function told(): Promise<{ signals: number; isComplete: boolean }> {
  const [row] = await running.rows<{ signals: string; completed_at: Date | null }>(
    'SELECT signals, completed_at FROM catalog.vector_collection',
  );
  return { signals: Number(row?.signals), isComplete: Boolean(row?.completed_at) };
}

/** @returns a function that lets it continue. */
function holdEmbedding(): () => void {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  running.embedding.gate = () => opened;
  return open;
}

it('a first import can be searched once all of it is embedded, later ones as they are embedded', async () => {
  await running.settle();
  expect(await told()).toEqual({ signals: 0, isComplete: true });

  let open = holdEmbedding();
  await running.importSignals(signalsOf(1, 500));
  await waitFor(async () => (await told()).signals === 500, waitOptions);
  expect(await told()).toEqual({ signals: 500, isComplete: false });
  open();
  await running.settle();
  await waitFor(async () => (await told()).isComplete, waitOptions);

  open = holdEmbedding();
  await running.importSignals(signalsOf(501, 1_000));
  await waitFor(async () => (await told()).signals === 1_000, waitOptions);
  expect(await told()).toEqual({ signals: 1_000, isComplete: true });
  open();
  await running.settle();
});
