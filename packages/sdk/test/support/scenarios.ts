import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CostOptions } from '../../src/index.ts';
import { answer, breakOff, foreign, hangUp, pages, problem, silence, type Turn } from './scripted-server.ts';

type Members = Readonly<Record<string, unknown>>;

/** A client call, by its name in the TypeScript client. */
export interface ScenarioCall {
  call: string;
  parameters?: Members;
  options?: Members;
  /** Ends an iteration over pages after this many. */
  stopAfter?: number;
  /**
   * Expected members of the result, `null` for absent ones. For an iteration: the `count` of signals, the number of
   * `different` ids, the `first`, and the `last`; for pages, their `sizes`; for receipts, their `sequences`; for a
   * statement, the `statement`.
   */
  returns?: Members;
  /** Expected members of the error. */
  fails?: Members;
  /** Text that its message must contain. */
  says?: readonly string[];
}

/** What a client with the key `hg_live_key` does, call by call, and what the server sees. */
export interface Scenario {
  name: string;
  /** `basePath` is appended to the server's address. */
  client?: CostOptions & { maxRetries?: number; basePath?: string };
  /** One per request; the last is repeated. */
  responses: readonly ScenarioResponse[];
  calls: readonly ScenarioCall[];
  requests?: readonly {
    method?: string;
    path?: string;
    /** All parameters. */
    query?: Members;
    /** Some headers. */
    headers?: Members;
    body?: unknown;
  }[];
  /** The requests' Idempotency-Keys: one for all, all different, or a list of keys and `random`. */
  keys?: 'one' | 'different' | readonly string[];
  /** Minimum total duration of the calls. */
  atLeastMs?: number;
  lessThanMs?: number;
}

type ScenarioResponse = keyof typeof ISSUES | ResponseMembers;

/** An empty object is an empty page. */
interface ResponseMembers {
  status?: number;
  /** Added to the usual headers; `null` removes one. */
  headers?: Record<string, string | null>;
  /** As JSON. */
  body?: unknown;
  text?: string;
  /** The code of a problem document. */
  problem?: string;
  /** Its additional members. */
  members?: object;
  /** This many signals, with the ids 1, 2, 3, … */
  pages?: number;
}

/** No response, a body that ends halfway, or silence. */
const ISSUES = { hangUp, breakOff, silence };

/** The pauses in sdks/scenarios. */
export interface Pauses {
  pauses: readonly { attempts: number; retryAfterSeconds?: number; chance: number; ms: number }[];
  retryAfter: { now: string; headers: readonly { header: string | null; seconds: number | null }[] };
}

/** A file in sdks/scenarios. */
export function readScenarios<Content = Scenario[]>(name: string): Content {
  const file = resolve(__dirname, '../../../../sdks/scenarios', `${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}

export function turnOf(described: ScenarioResponse): Turn {
  if (typeof described === 'string') return ISSUES[described];
  const { status = 200, headers, body, text, members } = described;
  if (text !== undefined) return foreign(status, text, headers);
  if (described.problem !== undefined) return problem(status, described.problem, headers, members);
  if (described.pages !== undefined) return pages(described.pages);
  return answer(body, headers, status);
}
