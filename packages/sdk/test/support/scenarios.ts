import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CostOptions } from '../../src/index.ts';
import { answer, breakOff, foreign, hangUp, pages, problem, silence, type Turn } from './scripted-server.ts';

type Members = Readonly<Record<string, unknown>>;

/** A call of a client, in the TypeScript client's names. */
export interface ScenarioCall {
  call: string;
  parameters?: Members;
  options?: Members;
  /** Ends an iteration of pages after so many. */
  stopAfter?: number;
  /**
   * Members of the result, `null` for what is absent. Of an iteration: the `count` of signals, how many `different` ids,
   * the `first` and the `last`; of pages, their `sizes`; of receipts, their `sequences`; of a statement, the `statement`.
   */
  returns?: Members;
  /** Members of the error. */
  fails?: Members;
  /** Words of its message. */
  says?: readonly string[];
}

/** What a client with the key `hg_live_key` does, one call after the other, and what a server sees of it. */
export interface Scenario {
  name: string;
  /** `basePath` is behind the server's address. */
  client?: CostOptions & { maxRetries?: number; basePath?: string };
  /** One for each request; the last is repeated. */
  answers: readonly ScenarioAnswer[];
  calls: readonly ScenarioCall[];
  requests?: readonly {
    method?: string;
    path?: string;
    /** All of it. */
    query?: Members;
    /** Some of them. */
    headers?: Members;
    body?: unknown;
  }[];
  /** Idempotency-Keys of the requests: one for all, all different, or keys and `random` ones. */
  keys?: 'one' | 'different' | readonly string[];
  /** What the calls take together. */
  atLeastMs?: number;
  lessThanMs?: number;
}

type ScenarioAnswer = keyof typeof FAULTS | AnswerMembers;

/** An empty object is an empty page. */
interface AnswerMembers {
  status?: number;
  /** Besides the usual ones; `null` for none of that name. */
  headers?: Record<string, string | null>;
  /** As JSON. */
  body?: unknown;
  text?: string;
  /** The code of a problem document. */
  problem?: string;
  /** More members of it. */
  members?: object;
  /** So many signals, with the ids 1, 2, 3 … */
  pages?: number;
}

/** No answer, an end in the middle of a body, or nothing at all. */
const FAULTS = { hangUp, breakOff, silence };

/** The pauses of sdks/scenarios. */
export interface Pauses {
  pauses: readonly { attempts: number; retryAfterSeconds?: number; chance: number; ms: number }[];
  retryAfter: { now: string; headers: readonly { header: string | null; seconds: number | null }[] };
}

/** A file of sdks/scenarios. */
export function readScenarios<Content = Scenario[]>(name: string): Content {
  const file = resolve(__dirname, '../../../../sdks/scenarios', `${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}

export function turnOf(described: ScenarioAnswer): Turn {
  if (typeof described === 'string') return FAULTS[described];
  const { status = 200, headers, body, text, members } = described;
  if (text !== undefined) return foreign(status, text, headers);
  if (described.problem !== undefined) return problem(status, described.problem, headers, members);
  if (described.pages !== undefined) return pages(described.pages);
  return answer(body, headers, status);
}
