import {
  CatalogFeed,
  CatalogRewoundError,
  type CatalogPosition,
  type SnapshotHalf,
} from '@heliograph/catalog';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { CheckpointRefusedError } from '../checkpoint/checkpoint';
import { programHash } from '../checkpoint/program-hash';
import { resume } from '../checkpoint/resume';
import { ChangeBuilder } from './change-builder';
import type { FollowerMessage, FollowerSettings, LoaderInput, LoaderOutput } from './messages';

/** Maximum time without confirming that the catalog is unchanged. */
const LONGEST_SILENCE_MS = 1_000;
const RETRY_MS = 500;
/** A standby may be behind the previous server for a while; longer than this, it is another history. */
const LONGEST_STANDBY_LAG_MS = 15_000;
/** From this many signals on, two threads load them. With fewer, one is as fast. */
const LOADED_BY_TWO = 20_000;
const APPLICATION_NAME = 'heliograph-search feed';

const { catalogReadUrl, after, checkpointDirectory } = workerData as FollowerSettings;
const program = programHash();
const tell = (message: FollowerMessage) => parentPort!.postMessage(message);

/** Follows the catalog until the thread is ended. */
async function follow(): Promise<never> {
  let position = after;
  let rewoundAt: number | undefined;
  for (;;) {
    let feed: CatalogFeed | undefined;
    try {
      position ??= await resumeFromCheckpoint();
      feed = await openFeed();
      position ??= await load(feed);
      for (;;) {
        position = await applyNextChanges(feed, position);
        rewoundAt = undefined;
      }
    } catch (error) {
      if (error instanceof CatalogRewoundError) {
        rewoundAt ??= performance.now();
        // The database was restored, or lost commits in a failover: what is in memory may never have existed.
        if (!feed?.isStandby || performance.now() - rewoundAt > LONGEST_STANDBY_LAG_MS) {
          position = undefined;
          tell({ kind: 'rewound' });
        }
      }
      tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
      await delay(RETRY_MS);
    } finally {
      await feed?.close();
    }
  }
}

const openFeed = () =>
  CatalogFeed.open({ connectionString: catalogReadUrl, applicationName: APPLICATION_NAME });

/** @returns undefined without a checkpoint that can be used. */
async function resumeFromCheckpoint(): Promise<CatalogPosition | undefined> {
  if (checkpointDirectory === undefined) return undefined;
  const started = performance.now();
  try {
    const resumed = await resume(checkpointDirectory, program, openFeed);
    if (!resumed) return undefined;
    const { checkpoint, bytes, readMs, followed } = resumed;
    const { views, position, nextOrdinal, writtenAtMs, schema } = checkpoint;
    tell({
      kind: 'loaded',
      ...followed,
      ageMs: performance.now() - started,
      checkpoint: { views, position, nextOrdinal, writtenAtMs, bytes, readMs },
      origin: { program, schema },
    });
    return { version: followed.change.version, token: followed.token };
  } catch (error) {
    if (!(error instanceof CheckpointRefusedError)) throw error;
    const { reason, message, cause } = error;
    const details = cause instanceof Error && cause.message !== message ? `: ${cause.message}` : '';
    tell({ kind: 'refused', reason, message: message + details });
    return undefined;
  }
}

async function load(feed: CatalogFeed): Promise<CatalogPosition> {
  const started = performance.now();
  const builder = new ChangeBuilder();
  let loader: Worker | undefined;
  try {
    const state = await feed.load(
      builder.onRows,
      (half) => {
        if (half.nextOrdinal < LOADED_BY_TWO) return undefined;
        loader = startLoader(half);
        return partFrom(loader).then(builder.onPart);
      },
      builder.changes,
    );
    const origin = { program, schema: state.schema };
    tell({ kind: 'loaded', ...builder.finish(state), origin, ageMs: performance.now() - started });
    return positionOf(state);
  } finally {
    // After a failure the other half is useless.
    await loader?.terminate();
  }
}

/** A thread that loads a half: building takes longer than reading, and only one thread can work on a segment. */
function startLoader(half: SnapshotHalf): Worker {
  return new Worker(join(__dirname, 'loader-program.js'), {
    workerData: { catalogReadUrl, half } satisfies LoaderInput,
  });
}

/** @throws what ended the thread before it was done. */
function partFrom(loader: Worker): Promise<LoaderOutput> {
  return new Promise((done, fail) => {
    loader.once('message', done);
    loader.once('error', fail);
    loader.once('exit', () => fail(new Error('the thread that loads half of the catalog ended too early')));
  });
}

async function applyNextChanges(feed: CatalogFeed, position: CatalogPosition): Promise<CatalogPosition> {
  const asked = performance.now();
  const latest = await feed.nextChange({ after: position, timeoutMs: LONGEST_SILENCE_MS });
  if (latest === position.version) {
    const { databaseNowMs } = await feed.state();
    // Conservative: the check that found no change began at this time or later.
    tell({ kind: 'current', databaseNowMs, ageMs: performance.now() - asked });
    return position;
  }
  const started = performance.now();
  const builder = new ChangeBuilder();
  const { onRows, onWithdrawn, changes } = builder;
  const state = await feed.changesAfter(position, onRows, onWithdrawn, changes);
  tell({ kind: 'changed', ...builder.finish(state), ageMs: performance.now() - started });
  return positionOf(state);
}

const positionOf = ({ version, token }: CatalogPosition): CatalogPosition => ({ version, token });

void follow();
