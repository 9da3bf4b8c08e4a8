import { isAvailable, missing, OPENSEARCH_VERSION, OpenSearchProcess } from '@heliograph/testing';
import { processorTimes } from '../processor-time';
import type { Request } from '../load';
import type { FoundSignals, Engine } from '../search/compared';
import type { Parameters } from '../search/query-classes';
import { bulkBodies, MAPPINGS, orderOf } from './documents';
import { queryBody } from './query-body';

const HEAP_MB = 1024;
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
 * Starts OpenSearch and fills it with the published signals: one shard with one segment, sorted like responses, and
 * tokenized like Heliograph's. Where Java and Maven are missing, prints a line to the terminal and returns undefined.
 *
 * @param connectionString of a role that may read `catalog`.
 */
export async function openSearchEngine(connectionString: string): Promise<RunningOpenSearch | undefined> {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  if (!isAvailable('opensearch-process')) {
    say(missing('opensearch-process'));
    return undefined;
  }
  const node = await OpenSearchProcess.start({
    heapMb: HEAP_MB,
    onFetch: () => say(`fetching OpenSearch ${OPENSEARCH_VERSION} with Maven …`),
  });
  const { url } = node;
  const close = () => node.stop();
  try {
    await fill(url, connectionString);
  } catch (error) {
    await close();
    throw error;
  }
  const engine: Engine = {
    name: 'OpenSearch',
    url,
    requestOf,
    next,
    read,
    processorTimes: () => processorTimes(node.pid),
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

function requestOf(parameters: Parameters): Request | undefined {
  const body = queryBody(parameters);
  return body && searchRequest(body);
}

const searchRequest = (body: object): Request => ({
  path: `/${INDEX}/_search?filter_path=hits.total.value,hits.hits._source`,
  body: JSON.stringify(body),
});

function next({ page: _page, ...filters }: Parameters, response: string): Request {
  const last = (JSON.parse(response) as Found).hits.hits.at(-1)?._source.item;
  if (!last) throw new Error(`nothing follows ${JSON.stringify(filters)}`);
  return searchRequest({ ...queryBody(filters), search_after: [last.activityDate, orderOf(last.id)] });
}

function read(body: string): FoundSignals {
  const { hits } = JSON.parse(body) as Partial<Found>;
  if (hits?.total) return { total: hits.total.value };
  return { ids: (hits?.hits ?? []).map(({ _source }) => _source.item.id) };
}
