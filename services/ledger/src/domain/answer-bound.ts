import type { ChargedKeys } from './charge';

/** The size of stored answers at the last check. */
export interface AnswerUse {
  answers: number;
  bytes: number;
  /** Accounts that have reached their bound, with their live keys and with their test keys. */
  over: Readonly<Record<ChargedKeys, ReadonlySet<string>>>;
}

const HOUR_MS = 3_600_000;

/**
 * Limits what an account's stored answers take within the replay window, for live and test keys separately. It uses the
 * last reading, so an account can exceed its limit by what it stores between two checks.
 */
export class AnswerBound {
  private last: AnswerUse = { answers: 0, bytes: 0, over: { live: new Set(), test: new Set() } };

  /** @param bytes per account, as stored. */
  constructor(readonly bytes: number) {}

  get use(): AnswerUse {
    return this.last;
  }

  note(use: AnswerUse): void {
    this.last = use;
  }

  /** Whether a new answer of the account may be stored; with an empty id (from a caller that names none) always. */
  hasRoom(accountId: string, keys: ChargedKeys): boolean {
    return !this.last.over[keys].has(accountId);
  }
}

/** Whole seconds until the oldest hour expires, which may make room. @param now in milliseconds since the epoch. */
export function secondsToNextHour(now: number): number {
  return Math.ceil((HOUR_MS - (now % HOUR_MS)) / 1_000);
}
