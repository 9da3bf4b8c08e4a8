import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, type Metrics } from '@heliograph/runtime';
import {
  describeWith,
  freeAddress,
  startServiceProcess,
  startTestQdrant,
  testCallerVariables,
  testCredentials,
  waitFor,
  type ServiceProcess,
} from '@heliograph/testing';
import { createVectorIndex, type VectorIndex, type VectorIndexSettings } from '../../src';

export const logger = createLogger({ service: 'vector-index test', level: 'fatal' });

/** A kind of vector index for the contract's tests. */
interface IndexUnderTest {
  settings: VectorIndexSettings;
  /** Another program's view of it; closed after the test. */
  open(settings?: VectorIndexSettings, metrics?: Metrics): VectorIndex;
  /** A unique name; the collection is dropped after the test if it exists. */
  collectionName(): string;
  /** An empty collection. */
  createCollection(dimensions: number): Promise<string>;
}

interface Server {
  settings: VectorIndexSettings;
  stop(): Promise<void>;
}

/** Runs the tests against both kinds of index. */
export function describeIndexes(title: string, body: (index: () => IndexUnderTest) => void): void {
  describe(`${title}, in the embedded index`, () => withServer(startEmbedded, body));
  describeWith('qdrant', `${title}, in Qdrant`, () => withServer(startQdrant, body));
}

/** Only the embedded index, with the program that owns it. */
export function describeEmbedded(
  title: string,
  body: (index: () => IndexUnderTest & EmbeddedServer) => void,
): void {
  describe(title, () => withServer(startEmbedded, body));
}

export function describeQdrant(title: string, body: (index: () => IndexUnderTest) => void): void {
  describeWith('qdrant', title, () => withServer(startQdrant, body));
}

function withServer<S extends Server>(
  start: () => Promise<S>,
  body: (index: () => IndexUnderTest & S) => void,
): void {
  let server: S;
  const opened: VectorIndex[] = [];
  const named: string[] = [];
  beforeAll(async () => {
    server = await start();
  }, 300_000);
  afterEach(async () => {
    const index = open();
    await Promise.all(named.splice(0).map((name) => index.drop(name)));
    await Promise.all(opened.splice(0).map((each) => each.close()));
  });
  afterAll(() => server.stop());

  const open = (settings = server.settings, metrics?: Metrics) => {
    const index = createVectorIndex(settings, {
      caller: 'indexer',
      credentials: testCredentials,
      logger,
      metrics,
    });
    opened.push(index);
    return index;
  };
  const collectionName = () => {
    const name = `signals-test-${randomBytes(6).toString('hex')}`;
    named.push(name);
    return name;
  };
  const createCollection = async (dimensions: number) => {
    const name = collectionName();
    await open().prepare({ name, dimensions });
    return name;
  };
  body(() => ({ ...server, open, collectionName, createCollection }));
}

interface EmbeddedServer extends Server {
  directory: string;
  /** Like `kill -9`. */
  kill(): Promise<void>;
  /** Restarts it at the same address with the same files. */
  restart(): Promise<void>;
}

async function startEmbedded(): Promise<EmbeddedServer> {
  const directory = await mkdtemp(join(tmpdir(), 'heliograph-vectors-'));
  const address = freeAddress();
  const start = () =>
    startServiceProcess('vectors', {
      RPC_ADDRESS: address,
      ...testCallerVariables,
      VECTORS_DIRECTORY: directory,
    });
  let service: ServiceProcess = await start();
  return {
    settings: { kind: 'embedded', address },
    directory,
    kill: () => service.kill(),
    restart: async () => {
      service = await start();
    },
    stop: async () => {
      await service.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startQdrant(): Promise<Server> {
  const { url, apiKey } = (await startTestQdrant())!;
  return {
    settings: { kind: 'qdrant', url, ...(apiKey !== undefined && { apiKey }) },
    stop: () => Promise.resolve(),
  };
}

/** Waits until the index is reachable again after its program was restarted. */
export async function reached(index: VectorIndex): Promise<void> {
  await waitFor(() => index.checkReachable().then(() => true));
  // The stream of queries reconnects, with a pause after a failure.
  await waitFor(() => index.list().then(() => true));
}
