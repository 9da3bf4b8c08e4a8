import type { Request } from '../load';
import type { Answer, Engine } from './compared';
import type { Parameters } from './query-classes';

type Envelope = { data: { items: { id: string }[]; nextCursor: string | null } | { total: number } };

type About = Pick<Engine, 'name' | 'url' | 'headers' | 'processorTimes'>;

/** The API, or another server with the same interface. */
export function heliographEngine(about: About): Engine {
  return { ...about, requestOf, next, read };
}

/** The bare server, which has no labels for facets. */
export function bareEngine(about: About): Engine {
  return {
    ...heliographEngine(about),
    requestOf: (parameters) => (parameters.facets === undefined ? requestOf(parameters) : undefined),
  };
}

export function requestOf(parameters: Parameters): Request {
  return { path: `/api/v1/signals?${new URLSearchParams(parameters)}` };
}

function next({ page: _page, ...filters }: Parameters, answer: string): Request {
  const { data } = JSON.parse(answer) as Envelope;
  const cursor = 'items' in data ? data.nextCursor : null;
  if (cursor === null) throw new Error(`nothing follows ${JSON.stringify(filters)}`);
  return requestOf({ ...filters, cursor });
}

function read(body: string): Answer {
  const { data } = JSON.parse(body) as Envelope;
  return 'items' in data ? { ids: data.items.map(({ id }) => id) } : data;
}
