import { ServiceError } from '@heliograph/runtime';
import type { VectorIndex } from '@heliograph/vector-index';
import type { Withdrawal } from '../domain/signal';
import type { Blockers } from '../blockers';
import type { CollectionStore } from '../storage/collection-store';
import type { VectorStore } from '../storage/vector-store';

interface WithdrawerParts {
  store: VectorStore;
  collections: CollectionStore;
  index: VectorIndex;
  blockers: Blockers;
}

const IDS_AT_ONCE = 1_000;

/** Removes withdrawn signals from every collection. */
export class Withdrawer {
  constructor(private readonly parts: WithdrawerParts) {}

  /** @throws PartFailure when the database or the index cannot be used now. */
  async withdraw(withdrawals: readonly Withdrawal[]): Promise<void> {
    for (let at = 0; at < withdrawals.length; at += IDS_AT_ONCE) {
      await this.withdrawPart(withdrawals.slice(at, at + IDS_AT_ONCE));
    }
  }

  private async withdrawPart(withdrawals: readonly Withdrawal[]): Promise<void> {
    const { store, collections, index, blockers } = this.parts;
    // Rows first, so that no batch in progress puts the points back.
    const all = await blockers.watch('database', async () => {
      await store.withdraw(withdrawals);
      return collections.list();
    });
    const ids = withdrawals.map(({ id }) => id);
    for (const { id, name, epoch } of all) {
      await blockers.watch('index', () => index.remove(name, ids).catch(unlessMissing));
      // If the process dies before this line, or the index has just lost the collection, the next repair removes them
      // again.
      await blockers.watch('database', () => store.markIndexed(id, withdrawals, epoch));
    }
  }
}

/** A collection missing from the index has no points. */
export function unlessMissing(error: unknown): void {
  if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error;
}
