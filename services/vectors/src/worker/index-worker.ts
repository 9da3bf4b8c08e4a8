import { parentPort, workerData } from 'node:worker_threads';
import { toServiceError } from '@heliograph/runtime';
import { Collections } from '../index/collections';
import type { OperationName, Operations, RequestMessage, ThreadMessage, ThreadSettings } from './messages';
import { QueryBatches } from './query-batches';

type QueryMessage = Extract<RequestMessage, { operation: 'query' }>;
type Command = Exclude<RequestMessage, QueryMessage>;
type Handlers = {
  [Name in Exclude<OperationName, 'query'>]: (
    request: Operations[Name]['request'],
  ) => Operations[Name]['response'] | Promise<Operations[Name]['response']>;
};

const port = parentPort!;
const send = (message: ThreadMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

async function run(): Promise<void> {
  const { directory, wasteBytes } = workerData as ThreadSettings;
  const collections = await Collections.open(directory, {
    wasteBytes,
    onDamage: (collection, reason) => send({ kind: 'damaged', collection, reason }),
    onUpkeepFailure: (collection, error) =>
      send({ kind: 'upkeep-failed', collection, reason: String(error) }),
    // Deferred until the failure is sent to its caller. Ends the thread and so the process; the next start reads the
    // file.
    onBroken: (error) =>
      setImmediate(() => {
        throw error;
      }),
  });
  const handlers = handlersOf(collections);
  const queries = new QueryBatches<QueryMessage>((batch) => answer(collections, batch));
  port.on('message', (message: RequestMessage) => {
    if (message.operation === 'query') queries.add(message);
    else void respond(handlers, message);
  });
  send({ kind: 'opened' });
}

function handlersOf(collections: Collections): Handlers {
  return {
    prepare: ({ collection, dimensions }) => collections.prepare(collection, dimensions),
    upsert: async ({ collection, points }) => ({ stored: await collections.get(collection).upsert(points) }),
    remove: async ({ collection, ids }) => ({ removed: await collections.get(collection).remove(ids) }),
    scan: ({ collection, after, limit }) => collections.get(collection).versionsAfter(after, limit),
    list: () => collections.list(),
    drop: async ({ collection }) => {
      await collections.drop(collection);
      return {};
    },
    close: async () => {
      await collections.close();
      return {};
    },
  };
}

/** Answers queries of one collection, each as soon as its answer is ready. */
function answer(collections: Collections, batch: readonly QueryMessage[]): void {
  const open = new Set(batch);
  const fail = (message: QueryMessage, error: unknown) => {
    open.delete(message);
    sendFailure(message.id, error);
  };
  try {
    const collection = collections.get(batch[0]!.request.collection);
    for (const message of batch) {
      try {
        collection.requireQuery(message.request.query);
      } catch (error) {
        fail(message, error);
      }
    }
    const valid = [...open];
    let began = performance.now();
    for (const matches of collection.queries(valid.map(({ request }) => request.query))) {
      const message = valid.shift()!;
      open.delete(message);
      const now = performance.now();
      const seconds = (now - began) / 1000;
      send({ kind: 'response', id: message.id, response: matches, seconds }, [matches.ids.buffer]);
      began = now;
    }
  } catch (error) {
    for (const message of open) fail(message, error);
  }
}

async function respond(handlers: Handlers, { id, operation, request }: Command): Promise<void> {
  const began = performance.now();
  try {
    const result = await handlers[operation](request as never);
    send({ kind: 'response', id, response: result, seconds: (performance.now() - began) / 1000 });
  } catch (error) {
    sendFailure(id, error);
  }
}

function sendFailure(id: number, error: unknown): void {
  const { code, publicText, issues, cause } = toServiceError(error);
  send({ kind: 'failure', id, failure: { code, publicText, issues, cause: describe(cause) } });
}

function describe(cause: unknown): string {
  if (cause === undefined) return '';
  return cause instanceof Error ? (cause.stack ?? cause.message) : 'not an error';
}

void run();
