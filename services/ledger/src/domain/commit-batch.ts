import type { Outcome } from './batcher';

/** What a failed commit means for its batch. */
export type FailureKind =
  /** Nothing is wrong with the items: a retry may work (a lost connection, a deadlock, a lost race). */
  | 'retry'
  /** The database refused one of the items. */
  | 'item'
  /** Neither: all items fail. */
  | 'batch';

interface CommitOptions<Item, Result> {
  /** Commits all or nothing. Must be idempotent: a batch whose outcome was lost is sent again. */
  commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  classify: (error: unknown) => FailureKind;
  /** Resolves after this many milliseconds. */
  delay: (milliseconds: number) => Promise<unknown>;
}

/** Waits between attempts, one per retry. */
const DELAYS_MS = [20, 100, 300];

/**
 * Commits a batch so that one bad item does not fail the others: a batch that the database refuses is halved until the
 * bad item is alone. Transient failures are retried.
 */
export async function commitBatch<Item, Result>(
  items: readonly Item[],
  options: CommitOptions<Item, Result>,
): Promise<Outcome<Result>[]> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await options.commit(items)).map((result) => ({ result }));
    } catch (error) {
      const kind = options.classify(error);
      const delayMs = DELAYS_MS[attempt];
      if (kind === 'retry' && delayMs !== undefined) {
        await options.delay(delayMs);
      } else if (kind === 'item' && items.length > 1) {
        const middle = Math.ceil(items.length / 2);
        return [
          ...(await commitBatch(items.slice(0, middle), options)),
          ...(await commitBatch(items.slice(middle), options)),
        ];
      } else {
        return items.map(() => ({ error }));
      }
    }
  }
}
