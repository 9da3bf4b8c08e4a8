import type { Operation } from './request-plan';

/** What a client finally learned about a logical request. */
export type Outcome =
  /** 200, directly or as a replay of a lost response. */
  | { kind: 'answered'; records: number; digest: string; receipt: string }
  /** 402. */
  | { kind: 'refused'; code: string }
  /** Abandoned at the end of the run; every response was a 429. */
  | { kind: 'limited' }
  /** Any other response that is not a reason to retry. */
  | { kind: 'wrong'; status: number; code: string };

/** A request that a customer's program wants answered once, however many attempts it takes. */
export interface LogicalRequest {
  /** Its Idempotency-Key, and the prefix of each attempt's X-Request-Id. */
  id: string;
  accountId: string;
  credentialId: string;
  operation: Operation;
  pathAndQuery: string;
  startedAtMs: number;
  endedAtMs?: number;
  /** Absent while unknown. */
  outcome?: Outcome;
}

/** Why an attempt has to be repeated. */
export type RetryReason = 'no answer' | '503' | '500' | '409 in progress' | '429';

/** Something that must not happen, with ids to search for in logs and tables. */
export interface Violation {
  check: string;
  detail: string;
  ids: string[];
}

const SEPARATOR = '_';

/** An attempt's X-Request-Id; its prefix identifies the logical request. */
export function attemptId(logicalId: string, attempt: string): string {
  return `${logicalId}${SEPARATOR}${attempt}`;
}

/** The logical request that an X-Request-Id belongs to. */
export function logicalIdOf(requestId: string): string {
  return requestId.split(SEPARATOR, 1)[0]!;
}

/** What all clients did and saw. Times are from `performance.now()`. */
export class Journal {
  readonly requests: LogicalRequest[] = [];
  readonly retries = new Map<RetryReason, number>();
  /** Things that clients saw and must never see. */
  readonly violations: Violation[] = [];
  attempts = 0;
  /** 200s, replays included. */
  answers = 0;
  replays = 0;
  conflicts = 0;
  /** Requests sent twice at the same time. */
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

  /** Reports every 200 and when its attempt was sent. */
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
