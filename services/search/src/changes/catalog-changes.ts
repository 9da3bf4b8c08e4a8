import {
  firstVersionSince,
  isLost,
  isTooFarBack,
  readChanges,
  type ChangePosition,
  type ChangeRow,
} from '@heliograph/catalog';
import { onDatabase } from '@heliograph/postgres';
import type { Snapshot } from '@heliograph/read-model';
import { ServiceError } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { LiveCorpus } from '../read-model/live-corpus';
import { behind } from './change-tail';
import type { ChangeSource } from './change-source';

/** The catalog's changes: the newest from memory, older ones from its log. */
export class CatalogChanges implements ChangeSource {
  constructor(
    private readonly corpus: LiveCorpus,
    private readonly pool: Pool,
  ) {}

  snapshot(): Snapshot {
    return this.corpus.snapshot();
  }

  version(): number {
    return this.corpus.version;
  }

  read(
    ...[after, through, limit, inTurn]: Parameters<ChangeSource['read']>
  ): ReturnType<ChangeSource['read']> {
    const { tail } = this.corpus;
    return tail.covers(after)
      ? tail.after(after, limit)
      : inTurn(() => onDatabase(() => this.readLog(after, through, limit)));
  }

  async requireKnown(position: ChangePosition): Promise<void> {
    // Another process may have read what this one has not yet.
    if (position.version <= behind(this.version()).version) return;
    if (await onDatabase(() => isLost(this.pool, position))) {
      throw expired('the catalog was restored to a state before its position');
    }
  }

  async positionAt(atMs: number): Promise<ChangePosition> {
    const known =
      this.corpus.tail.firstVersionSince(atMs) ??
      (await onDatabase(() => firstVersionSince(this.pool, atMs)));
    // What this process has not loaded yet comes after what it has.
    const end = behind(this.version());
    return known === undefined || known > end.version ? end : { version: known, id: '0' };
  }

  private async readLog(after: ChangePosition, through: number, limit: number): Promise<ChangeRow[]> {
    const rows = await readChanges(this.pool, after, through, limit);
    if (await isTooFarBack(this.pool, after)) throw expired('changes after its position are no longer kept');
    return rows;
  }
}

function expired(why: string): ServiceError {
  const message = `has expired: ${why}; start again with "since"`;
  return new ServiceError('cursor_expired', `cursor: ${message}`, {
    issues: [{ parameter: 'cursor', message }],
  });
}
