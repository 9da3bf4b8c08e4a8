import {
  type CatalogFeed,
  CatalogRewoundError,
  TooManyChangesError,
  type CatalogTotals,
} from '@heliograph/catalog';
import { Corpus, isShown } from '@heliograph/read-model';
import { ChangeBuilder } from '../read-model/change-builder';
import type { FollowedChange } from '../read-model/messages';
import { CheckpointRefusedError, type Checkpoint, type CheckpointOrigin } from './checkpoint';
import { openCheckpoint } from './read-checkpoint';

/**
 * The share of a checkpoint's signals that may have changed: beyond it, loading everything in two threads is faster.
 */
const MAXIMUM_CHANGED = 1 / 4;
/** This many changes are always allowed. */
const FEW_CHANGED = 10_000;

/** A checkpoint, and what changed since. */
interface Resumed {
  checkpoint: Checkpoint;
  bytes: number;
  /** Milliseconds that it took to read. */
  readMs: number;
  followed: Omit<FollowedChange, 'ageMs'>;
}

/**
 * The corpus of a directory's checkpoint, brought up to date with the catalog; undefined when there is none. Finally,
 * the number and ordinals of its signals are compared with the catalog's.
 *
 * @param program this program's hash.
 * @throws CheckpointRefusedError; the driver's error
 */
export async function resume(
  directory: string,
  program: string,
  openFeed: () => Promise<CatalogFeed>,
): Promise<Resumed | undefined> {
  const file = openCheckpoint(directory);
  if (!file) return undefined;
  let feed: CatalogFeed | undefined;
  try {
    feed = await openFeed();
    const { schema } = await feed.state();
    requireOrigin(file.description, { program, schema });
    // Checked again with the changes; here it saves reading a useless file.
    await feed.requirePosition(file.description.position);
    const started = performance.now();
    const checkpoint: Checkpoint = { ...file.description, views: file.views() };
    const readMs = performance.now() - started;
    return { checkpoint, bytes: file.bytes, readMs, followed: await bringUpToDate(checkpoint, feed) };
  } catch (error) {
    if (error instanceof CatalogRewoundError) {
      throw new CheckpointRefusedError('other_catalog', error.message, { cause: error });
    }
    if (error instanceof TooManyChangesError) {
      throw new CheckpointRefusedError('too_old', error.message, { cause: error });
    }
    throw error;
  } finally {
    file.close();
    await feed?.close();
  }
}

function requireOrigin(found: CheckpointOrigin, { program, schema }: CheckpointOrigin): void {
  if (found.program !== program) {
    throw new CheckpointRefusedError('other_program', 'another version of this program wrote the checkpoint');
  }
  if (found.schema !== schema) {
    throw new CheckpointRefusedError('other_schema', 'the checkpoint is for another catalog schema');
  }
}

/** @throws CatalogRewoundError; TooManyChangesError; CheckpointRefusedError */
async function bringUpToDate(
  { views, position, nextOrdinal }: Checkpoint,
  feed: CatalogFeed,
): Promise<Resumed['followed']> {
  const corpus = new Corpus();
  // Scheduled or not, each signal counts.
  corpus.restore(views, { version: position.version, nextOrdinal }, Infinity);
  const maximum = Math.max(FEW_CHANGED, totalsOf(corpus).signals * MAXIMUM_CHANGED);
  const builder = new ChangeBuilder();
  const { onRows, onWithdrawn, changes } = builder;
  const state = await feed.resumeAfter(position, maximum, onRows, onWithdrawn, changes);
  const followed = builder.finish(state);
  corpus.apply(followed.change, Infinity);
  const { signals, ordinals } = totalsOf(corpus);
  if (signals !== state.totals.signals || ordinals !== state.totals.ordinals) {
    throw new CheckpointRefusedError('incomplete', "the checkpoint's signals differ from the catalog's");
  }
  return followed;
}

function totalsOf(corpus: Corpus): CatalogTotals {
  const totals = { signals: 0, ordinals: 0 };
  for (const view of corpus.at(Infinity).views) {
    for (let row = 0; row < view.segment.rows; row++) {
      if (!isShown(view, row)) continue;
      totals.signals += 1;
      totals.ordinals += view.segment.ordinals[row]!;
    }
  }
  return totals;
}
