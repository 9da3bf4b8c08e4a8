import { answersOf, type Request, type Target } from '../load';
import type { ProcessorTimes } from '../processor-time';
import type { Parameters, QueryClass } from './query-classes';

/** A server that a benchmark started as a separate process. */
export interface BenchedServer {
  url: string;
  pid: number;
  close(): Promise<void>;
}

/** The result of one query, on which all engines must agree. */
export type FoundSignals = { ids: readonly string[] } | { total: number };

/** An engine that answers queries over HTTP. */
export interface Engine {
  name: string;
  url: string;
  headers?: Record<string, string>;
  /** CPU milliseconds of all its processes, where they can be read. */
  processorTimes(): Promise<ProcessorTimes | undefined>;
  /** Undefined if the engine cannot answer exactly. */
  requestOf(parameters: Parameters): Request | undefined;
  /** The request for the page after a response. */
  next(parameters: Parameters, response: string): Request;
  /** Parses a response body. */
  read(body: string): FoundSignals;
}

/** The requests for a class; undefined if the engine cannot answer all of them. */
export async function targetOf(engine: Engine, queryClass: QueryClass): Promise<Target | undefined> {
  const { url, headers } = engine;
  const requests = queryClass.queries.map((query) => engine.requestOf(query));
  if (!requests.every((request) => request !== undefined)) return undefined;
  if (!queryClass.isContinued) return { url, headers, requests };
  const responses = await answersOf({ url, headers, requests });
  return {
    url,
    headers,
    requests: responses.map((response, index) => engine.next(queryClass.queries[index]!, response)),
  };
}

/**
 * Sends every query to two engines once.
 *
 * @throws at the first query for which ids, their order, or the count differ.
 */
export async function requireSameAnswers(
  queryClass: QueryClass,
  one: { engine: Engine; target: Target },
  other: { engine: Engine; target: Target },
): Promise<void> {
  const [responses, others] = [await answersOf(one.target), await answersOf(other.target)];
  for (const [index, parameters] of queryClass.queries.entries()) {
    const [mine, theirs] = [one.engine.read(responses[index]!), other.engine.read(others[index]!)].map(
      (response) => JSON.stringify(response),
    );
    if (mine === theirs) continue;
    throw new Error(
      `${one.engine.name} and ${other.engine.name} answer ${JSON.stringify(parameters)} (${queryClass.name}) differently:\n${mine}\n${theirs}`,
    );
  }
}
