import type { Request } from '../load';
import type { FoundSignals, Engine } from './compared';
import type { Parameters } from './query-classes';

type Envelope = { data: { items: { id: string }[]; nextCursor: string | null } | { total: number } };

type About = Pick<Engine, 'name' | 'url' | 'headers' | 'processorTimes'>;

/** The API, or another server with the same interface. */
export function heliographEngine(about: About): Engine {
  return { ...about, requestOf, next, read };
}

/** The bare server, which lacks labels for facets. */
export function bareEngine(about: About): Engine {
  return {
    ...heliographEngine(about),
    requestOf: (parameters) => (parameters.facets === undefined ? requestOf(parameters) : undefined),
  };
}

export function requestOf(parameters: Parameters): Request {
  return { path: `/api/v1/signals?${new URLSearchParams(parameters)}` };
}

function next({ page: _page, ...filters }: Parameters, response: string): Request {
  const { data } = JSON.parse(response) as Envelope;
  const cursor = 'items' in data ? data.nextCursor : null;
  if (cursor === null) throw new Error(`nothing follows ${JSON.stringify(filters)}`);
  return requestOf({ ...filters, cursor });
}

function read(body: string): FoundSignals {
  const { data } = JSON.parse(body) as Envelope;
  return 'items' in data ? { ids: data.items.map(({ id }) => id) } : data;
}
