import type { ChargedKeys } from './charge';

/** What stored answers took when it was last looked at. */
export interface AnswerUse {
  answers: number;
  bytes: number;
  /** Accounts that have reached their bound, with their live keys and with their test keys. */
  over: Readonly<Record<ChargedKeys, ReadonlySet<string>>>;
}

const HOUR_MS = 3_600_000;

/**
 * Bounds what the answers to an account's keys take within the replay window, live and test keys apart. It goes by what was last
 * read, so an account can pass its bound by what it stores between two looks.
 */
export class AnswerBound {
  private last: AnswerUse = { answers: 0, bytes: 0, over: { live: new Set(), test: new Set() } };

  /** @param bytes of one account, as stored. */
  constructor(readonly bytes: number) {}

  get use(): AnswerUse {
    return this.last;
  }

  note(use: AnswerUse): void {
    this.last = use;
  }

  /** Whether a new answer of the account may be stored; an empty id (of a caller that names none) always may. */
  hasRoom(accountId: string, keys: ChargedKeys): boolean {
    return !this.last.over[keys].has(accountId);
  }
}

/** Whole seconds until the oldest hour counts no more: when there may be room again. @param now in milliseconds since the epoch. */
export function secondsToNextHour(now: number): number {
  return Math.ceil((HOUR_MS - (now % HOUR_MS)) / 1_000);
}
