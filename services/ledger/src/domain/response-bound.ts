import type { ChargedKeys } from './charge';

/** The size of stored responses at the last check. */
export interface ResponseUse {
  responses: number;
  bytes: number;
  /** Accounts that have reached their bound with their live keys, and with their test keys. */
  over: Readonly<Record<ChargedKeys, ReadonlySet<string>>>;
}

const HOUR_MS = 3_600_000;

/**
 * Limits the size of an account's stored responses within the replay window, separately for live and test keys. It uses
 * the last check, so an account can exceed its limit by what it stores between two checks.
 */
export class ResponseBound {
  private last: ResponseUse = { responses: 0, bytes: 0, over: { live: new Set(), test: new Set() } };

  /** @param bytes per account, as stored. */
  constructor(readonly bytes: number) {}

  get use(): ResponseUse {
    return this.last;
  }

  note(use: ResponseUse): void {
    this.last = use;
  }

  /** Whether another response of the account may be stored; always true for an empty id (the caller named none). */
  hasRoom(accountId: string, keys: ChargedKeys): boolean {
    return !this.last.over[keys].has(accountId);
  }
}

/** Whole seconds until the oldest hour expires, which may make room. @param now in milliseconds since the epoch. */
export function secondsToNextHour(now: number): number {
  return Math.ceil((HOUR_MS - (now % HOUR_MS)) / 1_000);
}
