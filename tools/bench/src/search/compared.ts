import { answersOf, type Request, type Target } from '../load';
import type { ProcessorTimes } from '../processor-time';
import type { Parameters, QueryClass } from './query-classes';

/** A server of its own process that a benchmark started. */
export interface BenchedServer {
  url: string;
  pid: number;
  close(): Promise<void>;
}

/** The result of one query: what every engine must agree on. */
export type Answer = { ids: readonly string[] } | { total: number };

/** An engine that answers queries over HTTP. */
export interface Engine {
  name: string;
  url: string;
  headers?: Record<string, string>;
  /** Milliseconds of processor of all its processes, where that can be told. */
  processorTimes(): Promise<ProcessorTimes | undefined>;
  /** undefined for what it cannot answer exactly. */
  requestOf(parameters: Parameters): Request | undefined;
  /** The request for the page after one that was answered. */
  next(parameters: Parameters, answer: string): Request;
  /** Reads the body of an answer. */
  read(body: string): Answer;
}

/** What an engine is asked for a class: undefined when it cannot answer all of it. */
export async function targetOf(engine: Engine, queryClass: QueryClass): Promise<Target | undefined> {
  const { url, headers } = engine;
  const requests = queryClass.queries.map((query) => engine.requestOf(query));
  if (!requests.every((request) => request !== undefined)) return undefined;
  if (!queryClass.isContinued) return { url, headers, requests };
  const answers = await answersOf({ url, headers, requests });
  return {
    url,
    headers,
    requests: answers.map((answer, index) => engine.next(queryClass.queries[index]!, answer)),
  };
}

/**
 * Asks two engines everything once.
 *
 * @throws at the first query whose ids, their order, or whose count is not the same.
 */
export async function requireSameAnswers(
  queryClass: QueryClass,
  one: { engine: Engine; target: Target },
  other: { engine: Engine; target: Target },
): Promise<void> {
  const [answers, others] = [await answersOf(one.target), await answersOf(other.target)];
  for (const [index, parameters] of queryClass.queries.entries()) {
    const [mine, theirs] = [one.engine.read(answers[index]!), other.engine.read(others[index]!)].map(
      (answer) => JSON.stringify(answer),
    );
    if (mine === theirs) continue;
    throw new Error(
      `${one.engine.name} and ${other.engine.name} answer ${JSON.stringify(parameters)} (${queryClass.name}) differently:\n${mine}\n${theirs}`,
    );
  }
}
