import { embedding } from '@heliograph/proto';
import { createRpcClient } from '@heliograph/runtime';
import { startServiceProcess, testCredentials, waitFor } from '@heliograph/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { call, UNKNOWN, variables } from './support/embedding';

/** Lowest-priority threads may wait long for their turn. */
const BUSY_MACHINE_MS = 90_000;
jest.setTimeout(2 * BUSY_MACHINE_MS);

it('runs as a program and shuts down cleanly in the middle of documents', async () => {
  const settings = variables();
  const program = await startServiceProcess('embedding', settings);
  const client = createRpcClient(embedding.EmbeddingServiceService, {
    address: settings.RPC_ADDRESS!,
    caller: 'indexer',
    credentials: testCredentials,
    defaultTimeoutMs: BUSY_MACHINE_MS,
  });
  try {
    const texts = Array.from({ length: 64 }, (_, index) => `Company ${index} opens a plant`);
    const companies = { each: texts.map(() => UNKNOWN) };
    const query = await client.embed({ purpose: embedding.Purpose.QUERY, texts: ['a question'] }, call);
    expect(query.vectors).toHaveLength(1);
    let answered = 0;
    const batches = Array.from({ length: 6 }, () =>
      client.embed({ purpose: embedding.Purpose.DOCUMENT, texts, companies }, call).then(
        () => (answered += 1),
        () => undefined,
      ),
    );
    await waitFor(() => answered > 0, { timeoutMs: BUSY_MACHINE_MS });
    await program.stop();
    expect(await program.exited).toBe(0);
    await Promise.all(batches);
  } finally {
    await client.close();
    await program.kill();
  }
});

/** In a separate process: a native abort ends all of it. */
it('ends threads in the middle of a run without aborting the process', async () => {
  const stops = spawn(process.execPath, [join(__dirname, 'support/stop-workers.cjs')], { stdio: 'inherit' });
  expect(await once(stops, 'exit')).toEqual([0, null]);
});
