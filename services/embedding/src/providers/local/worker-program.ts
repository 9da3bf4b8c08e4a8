import { SentenceModel } from '@heliograph/model-all-minilm-l6-v2';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { DocumentVectors } from './document-vectors';
import { LOCAL_MODEL } from './local-model';
import { localVector } from './local-vector';
import type { LocalText, WorkerReply, WorkerRequest, WorkerSettings } from './worker-messages';

/** A thread's program: loads the model, then handles one request at a time. */
async function run(port: MessagePort, { isBackground }: WorkerSettings): Promise<void> {
  const model = await SentenceModel.load();
  // Warm-up: the first run prepares what later ones use.
  await localVector(model, 'ready');
  // Only after loading, which cannot be interrupted: at low priority on busy cores it would outlast the stop timeout.
  // On Linux 0 means the calling thread, elsewhere the whole process, including queries.
  if (isBackground && process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
  const documents = new DocumentVectors(model);
  const vectorOf = (text: LocalText) =>
    typeof text === 'string' ? localVector(model, text) : documents.vectorOf(text.title, text.company);
  const reply = (message: WorkerReply, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  port.on('message', (request: WorkerRequest) => {
    // Handled between two texts, when the model is at rest. Ends only this thread.
    if (request === 'stop') process.exit();
    // A failing model ends the thread, because its state is unknown: nothing catches the error.
    void embed(request.texts, vectorOf).then((values) => reply({ kind: 'vectors', values }, [values.buffer]));
  });
  reply({ kind: 'ready' });
}

async function embed(
  texts: readonly LocalText[],
  vectorOf: (text: LocalText) => Promise<Float32Array>,
): Promise<Float32Array<ArrayBuffer>> {
  const values = new Float32Array(texts.length * LOCAL_MODEL.dimensions);
  for (const [index, text] of texts.entries())
    values.set(await vectorOf(text), index * LOCAL_MODEL.dimensions);
  return values;
}

if (!parentPort) throw new Error('this program runs in a worker thread');
// A model that cannot be loaded ends the thread with the reason.
void run(parentPort, workerData as WorkerSettings);
