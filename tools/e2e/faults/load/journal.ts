import type { Operation } from './request-plan';

/** What a client learned about a logical request in the end. */
export type Outcome =
  /** 200, for the first time or as a replay of an answer that was lost. */
  | { kind: 'answered'; records: number; digest: string; receipt: string }
  /** 402. */
  | { kind: 'refused'; code: string }
  /** Given up at the end of the run; every answer was 429. */
  | { kind: 'limited' }
  /** Anything else that is no reason to try again. */
  | { kind: 'wrong'; status: number; code: string };

/** What a customer's program wants to know once, however often it has to ask. */
export interface LogicalRequest {
  /** Its Idempotency-Key, and what the X-Request-Id of each attempt begins with. */
  id: string;
  accountId: string;
  credentialId: string;
  operation: Operation;
  pathAndQuery: string;
  startedAtMs: number;
  endedAtMs?: number;
  /** Absent as long as nobody knows. */
  outcome?: Outcome;
}

/** Why an attempt has to be repeated. */
export type RetryReason = 'no answer' | '503' | '500' | '409 in progress' | '429';

/** Something that must not happen, with the ids to look for in logs and tables. */
export interface Violation {
  check: string;
  detail: string;
  ids: string[];
}

const SEPARATOR = '_';

/** The X-Request-Id of an attempt; its beginning says which logical request it belongs to. */
export function attemptId(logicalId: string, attempt: string): string {
  return `${logicalId}${SEPARATOR}${attempt}`;
}

/** The logical request that an X-Request-Id belongs to. */
export function logicalIdOf(requestId: string): string {
  return requestId.split(SEPARATOR, 1)[0]!;
}

/** What all clients together did and saw. Times are of `performance.now()`. */
export class Journal {
  readonly requests: LogicalRequest[] = [];
  readonly retries = new Map<RetryReason, number>();
  /** What clients saw that they must not see. */
  readonly violations: Violation[] = [];
  attempts = 0;
  /** 200s, replays included. */
  answers = 0;
  replays = 0;
  conflicts = 0;
  /** Requests that were sent twice at the same time. */
  twins = 0;
  private readonly listeners = new Set<(sentAtMs: number, operation: Operation) => void>();

  begin(request: LogicalRequest): void {
    this.requests.push(request);
  }

  end(request: LogicalRequest, outcome: Outcome): void {
    request.outcome = outcome;
    request.endedAtMs = performance.now();
  }

  retried(reason: RetryReason): void {
    this.retries.set(reason, (this.retries.get(reason) ?? 0) + 1);
  }

  violated(check: string, detail: string, ids: string[]): void {
    this.violations.push({ check, detail, ids });
  }

  /** Tells of every 200, with when its attempt was sent. */
  onAnswer(listener: (sentAtMs: number, operation: Operation) => void): void {
    this.listeners.add(listener);
  }

  answered(sentAtMs: number, operation: Operation): void {
    this.answers += 1;
    for (const listener of this.listeners) listener(sentAtMs, operation);
  }

  count(kind: Outcome['kind']): number {
    return this.requests.filter(({ outcome }) => outcome?.kind === kind).length;
  }
}
