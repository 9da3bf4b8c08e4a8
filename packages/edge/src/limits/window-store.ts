import type { WindowUse } from './rate-limits';

/** Counts accounts' requests per UTC minute. */
export interface WindowStore {
  /** Called before the first request; does not reject. */
  start?(): Promise<void>;
  /**
   * Counts one request (and one search) of an account and returns what the account has used this minute.
   *
   * @param nowMs milliseconds since the Unix epoch, by this process's clock; a store with its own clock uses that.
   */
  take(accountId: string, isSearch: boolean, nowMs: number): WindowUse | Promise<WindowUse>;
}

/** A store that several processes share, and that may be down. */
export interface SharedWindowStore {
  /**
   * Waits for the first connection, for a bounded time. Retries follow automatically.
   *
   * @throws if there is no connection yet.
   */
  connect(): Promise<void>;
  /**
   * Like {@link WindowStore.take}, by the store's own clock.
   *
   * @param known what this process knows to be used; if the store has counted less for the same minute (it was down, or
   * lost its memory), it continues from there.
   * @throws if the store does not respond in time.
   */
  take(accountId: string, isSearch: boolean, known: WindowUse): Promise<WindowUse>;
  close(): void;
}
