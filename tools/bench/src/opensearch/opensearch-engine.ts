import {
  canRunJavaProgram,
  freePort,
  javaLibraries,
  ServerProcess,
  type JavaProgram,
} from '@heliograph/testing';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { processorTimes } from '../processor-time';
import type { Request } from '../load';
import type { Answer, Engine } from '../search/compared';
import type { Parameters } from '../search/query-classes';
import { bulkBodies, MAPPINGS, orderOf } from './documents';
import { queryBody } from './query-body';

const VERSION = '2.19.1';
const PROGRAM: JavaProgram = {
  name: 'opensearch',
  version: VERSION,
  artifacts: [
    `org.opensearch:opensearch:${VERSION}`,
    `org.opensearch.plugin:transport-netty4-client:${VERSION}`,
    'org.apache.logging.log4j:log4j-core:2.21.0',
  ],
};
const LAUNCHER = resolve(__dirname, '../../opensearch/Launcher.java');
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 15_000;
const INDEX = 'signals';
const SETTINGS = {
  number_of_shards: 1,
  number_of_replicas: 0,
  refresh_interval: -1,
  sort: { field: ['day', 'order'], order: ['desc', 'desc'] },
};

interface Hit {
  _source: { item: { id: string; activityDate: string } };
}
interface Found {
  hits: { total?: { value: number }; hits: Hit[] };
}

export interface RunningOpenSearch {
  engine: Engine;
  close(): Promise<void>;
}

/**
 * Starts an OpenSearch and fills it with what is published: one shard of one segment, sorted as answers are, with words as Heliograph reads them. undefined,
 * and a line on the terminal, where there are no Java and Maven.
 *
 * @param connectionString of a role that may read `catalog`.
 */
export async function openSearchEngine(connectionString: string): Promise<RunningOpenSearch | undefined> {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  if (!canRunJavaProgram(PROGRAM)) {
    say('OpenSearch is left out: it needs Java 17 and Maven');
    return undefined;
  }
  const libraries = await javaLibraries(PROGRAM, () => say(`fetching OpenSearch ${VERSION} with Maven …`));
  const home = await mkdtemp(join(tmpdir(), 'heliograph-opensearch-'));
  await mkdir(join(home, 'config'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = new ServerProcess({
    program: 'java',
    arguments: [
      ...['-Xms1g', '-Xmx1g', '-Dlog4j2.level=error', '-cp', join(libraries, '*')],
      ...[LAUNCHER, home, String(port)],
    ],
    logFile: join(home, 'opensearch.log'),
    isReady: () => answers(url),
    startTimeoutMs: START_TIMEOUT_MS,
    stopTimeoutMs: STOP_TIMEOUT_MS,
  });
  const close = async () => {
    await server.kill();
    await rm(home, { recursive: true, force: true });
  };
  try {
    await server.run();
    await fill(url, connectionString);
  } catch (error) {
    await close();
    throw error;
  }
  const engine: Engine = {
    ...{ name: 'OpenSearch', url, requestOf, next, read },
    processorTimes: () => processorTimes(server.pid!),
  };
  return { engine, close };
}

async function fill(url: string, connectionString: string): Promise<void> {
  await call(url, 'PUT', `/${INDEX}`, { settings: { index: SETTINGS }, mappings: MAPPINGS });
  await bulkBodies(connectionString, async (body) => {
    const { errors } = await call<{ errors: boolean }>(
      url,
      'POST',
      `/${INDEX}/_bulk?filter_path=errors`,
      body,
    );
    if (errors) throw new Error('OpenSearch refused signals');
  });
  await call(url, 'POST', `/${INDEX}/_refresh`);
  await call(url, 'POST', `/${INDEX}/_forcemerge?max_num_segments=1`);
}

async function call<Result>(url: string, method: string, path: string, body?: unknown): Promise<Result> {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json' },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`OpenSearch answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Result;
}

const answers = (url: string) =>
  fetch(`${url}/_cluster/health`).then(
    ({ ok }) => ok,
    () => false,
  );

function requestOf(parameters: Parameters): Request | undefined {
  const body = queryBody(parameters);
  return body && searchRequest(body);
}

const searchRequest = (body: object): Request => ({
  path: `/${INDEX}/_search?filter_path=hits.total.value,hits.hits._source`,
  body: JSON.stringify(body),
});

function next({ page: _page, ...filters }: Parameters, answer: string): Request {
  const last = (JSON.parse(answer) as Found).hits.hits.at(-1)?._source.item;
  if (!last) throw new Error(`nothing follows ${JSON.stringify(filters)}`);
  return searchRequest({ ...queryBody(filters), search_after: [last.activityDate, orderOf(last.id)] });
}

function read(body: string): Answer {
  const { hits } = JSON.parse(body) as Partial<Found>;
  if (hits?.total) return { total: hits.total.value };
  return { ids: (hits?.hits ?? []).map(({ _source }) => _source.item.id) };
}
