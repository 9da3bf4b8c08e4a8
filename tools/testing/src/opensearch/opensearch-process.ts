import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../free-address';
import { javaLibraries } from '../maven/libraries';
import { OwnServer, ServerProcess } from '../server-process';
import { openSearchProgram } from './opensearch-program';

interface OpenSearchOptions {
  /** Transport ports of this node and of all nodes in its cluster. By default, a single-node cluster. */
  transport?: { port: number; cluster: readonly number[] };
  /** Megabytes, of a node that is measured. By default, a small one that compiles little. */
  heapMb?: number;
  /** Called before OpenSearch is downloaded, which happens only once. */
  onFetch?(): void;
}

const LAUNCHER = resolve(__dirname, '../../opensearch/Launcher.java');
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 15_000;

/** Of a node that lives for one test file: thorough compilation would take half of its CPU. */
const SHORT_LIVED = ['-Xms512m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** An OpenSearch node, in Java. */
export class OpenSearchProcess extends OwnServer {
  private constructor(
    server: ServerProcess,
    private readonly directory: string,
    readonly url: string,
  ) {
    super(server);
  }

  /** @throws when Java is missing, when both the libraries and Maven are missing, or when the node does not start. */
  static async start({ heapMb, onFetch, transport }: OpenSearchOptions = {}): Promise<OpenSearchProcess> {
    const libraries = await javaLibraries(openSearchProgram, { onFetch });
    const directory = await mkdtemp(join(tmpdir(), 'heliograph-opensearch-'));
    await mkdir(join(directory, 'config'));
    const port = await freePort();
    const { port: own, cluster } = transport ?? (await singleNode());
    const url = `http://127.0.0.1:${port}`;
    const server = new ServerProcess({
      program: 'java',
      arguments: [
        ...(heapMb === undefined ? SHORT_LIVED : [`-Xms${heapMb}m`, `-Xmx${heapMb}m`]),
        ...['-Dlog4j2.level=error', '-cp', join(libraries, '*')],
        ...[LAUNCHER, directory, String(port), String(own), cluster.join(',')],
      ],
      logFile: join(directory, 'opensearch.log'),
      isReady: () => isFormed(url, cluster.length),
      startTimeoutMs: START_TIMEOUT_MS,
      stopTimeoutMs: STOP_TIMEOUT_MS,
    });
    const node = new OpenSearchProcess(server, directory, url);
    try {
      await server.run();
    } catch (error) {
      await node.stop();
      throw error;
    }
    return node;
  }

  /** Starts a cluster with this many nodes. */
  static async startCluster(
    size: number,
    options: Omit<OpenSearchOptions, 'transport'> = {},
  ): Promise<OpenSearchProcess[]> {
    const cluster = await Promise.all(Array.from({ length: size }, freePort));
    const started = await Promise.allSettled(
      cluster.map((port) => OpenSearchProcess.start({ ...options, transport: { port, cluster } })),
    );
    const nodes = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const failed = started.find((each) => each.status === 'rejected');
    if (!failed) return nodes;
    await Promise.all(nodes.map((node) => node.stop()));
    throw failed.reason;
  }

  /** Stops it permanently and removes its data. Idempotent. */
  async stop(): Promise<void> {
    await this.server.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}

async function singleNode(): Promise<{ port: number; cluster: number[] }> {
  const port = await freePort();
  return { port, cluster: [port] };
}

const isFormed = (url: string, nodes: number) =>
  fetch(`${url}/_cluster/health?wait_for_nodes=${nodes}&timeout=1s`).then(
    ({ ok }) => ok,
    () => false,
  );
