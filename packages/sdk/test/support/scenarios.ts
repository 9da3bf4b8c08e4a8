import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CostOptions } from '../../src/index.ts';
import { answer, breakOff, foreign, hangUp, pages, problem, silence, type Turn } from './scripted-server.ts';

type Members = Readonly<Record<string, unknown>>;

/** A call of a client. */
export interface ScenarioCall {
  call: string;
  parameters?: Members;
  options?: Members;
  stopAfter?: number;
  returns?: Members;
  fails?: Members;
  says?: readonly string[];
}

/** What a client does; sdks/README.md says what the members mean. */
export interface Scenario {
  name: string;
  client?: CostOptions & { maxRetries?: number; basePath?: string };
  answers: readonly ScenarioAnswer[];
  calls: readonly ScenarioCall[];
  requests?: readonly {
    method?: string;
    path?: string;
    query?: Members;
    headers?: Members;
    body?: unknown;
  }[];
  keys?: 'one' | 'different' | readonly string[];
  atLeastMs?: number;
  lessThanMs?: number;
}

type ScenarioAnswer = keyof typeof FAULTS | AnswerMembers;

interface AnswerMembers {
  status?: number;
  headers?: Record<string, string | null>;
  body?: unknown;
  text?: string;
  problem?: string;
  members?: object;
  pages?: number;
}

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
