import { parentPort, workerData } from 'node:worker_threads';
import { toServiceError } from '@heliograph/runtime';
import { Collections } from '../index/collections';
import type { OperationName, Operations, RequestMessage, ThreadMessage, ThreadSettings } from './messages';

type Handlers = {
  [Name in OperationName]: (
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
  });
  const handlers = handlersOf(collections);
  port.on('message', (message: RequestMessage) => void respond(handlers, message));
  send({ kind: 'opened' });
}

function handlersOf(collections: Collections): Handlers {
  return {
    prepare: ({ collection, dimensions }) => collections.prepare(collection, dimensions),
    upsert: async ({ collection, points }) => ({ stored: await collections.get(collection).upsert(points) }),
    remove: async ({ collection, ids }) => ({ removed: await collections.get(collection).remove(ids) }),
    query: ({ collection, query }) => collections.get(collection).query(query),
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

async function respond(handlers: Handlers, { id, operation, request }: RequestMessage): Promise<void> {
  const began = performance.now();
  try {
    const result = await handlers[operation](request as never);
    send({ kind: 'response', id, response: result, seconds: (performance.now() - began) / 1000 });
  } catch (error) {
    const { code, publicText, issues, cause } = toServiceError(error);
    send({ kind: 'failure', id, failure: { code, publicText, issues, cause: describe(cause) } });
  }
}

function describe(cause: unknown): string {
  if (cause === undefined) return '';
  return cause instanceof Error ? (cause.stack ?? cause.message) : 'not an error';
}

void run();
