import {
  CatalogFeed,
  CatalogWentBackError,
  type ChangeReader,
  type ChangeRow,
  type FeedRow,
  type SnapshotHalf,
} from '@heliograph/catalog';
import { NO_IDS, parseSignalId, SegmentBuilder, type CorpusChange } from '@heliograph/read-model';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { TAIL_ROWS } from '../changes/change-tail';
import type {
  FollowedChange,
  FollowerMessage,
  FollowerSettings,
  LoaderInput,
  LoaderOutput,
} from './messages';

/** The longest time without confirming that the catalog is unchanged. */
const LONGEST_SILENCE_MS = 1_000;
const RETRY_MS = 500;
/** A standby may be behind the previous server for a while; longer than this, it is another history. */
const LONGEST_STANDBY_LAG_MS = 15_000;
/** From this many signals two threads load them. With fewer, one is ready as soon. */
const LOADED_BY_TWO = 20_000;
const APPLICATION_NAME = 'heliograph-search feed';

const { catalogReadUrl, after } = workerData as FollowerSettings;
const tell = (message: FollowerMessage) => parentPort!.postMessage(message);

/** Follows the catalog until the thread is ended. */
async function follow(): Promise<never> {
  let version = after;
  let wentBackAt: number | undefined;
  for (;;) {
    let feed: CatalogFeed | undefined;
    try {
      feed = await CatalogFeed.open({
        connectionString: catalogReadUrl,
        applicationName: APPLICATION_NAME,
      });
      version ??= await load(feed);
      for (;;) {
        version = await takeNext(feed, version);
        wentBackAt = undefined;
      }
    } catch (error) {
      if (error instanceof CatalogWentBackError) {
        wentBackAt ??= performance.now();
        // The database was restored, or lost commits in a failover: what is in memory may never have existed.
        if (!feed?.isStandby || performance.now() - wentBackAt > LONGEST_STANDBY_LAG_MS) version = undefined;
      }
      tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
      await delay(RETRY_MS);
    } finally {
      await feed?.close();
    }
  }
}

async function load(feed: CatalogFeed): Promise<number> {
  const started = performance.now();
  const builder = new SegmentBuilder();
  let loader: Worker | undefined;
  const log: ChangeRow[] = [];
  try {
    const { version, nextOrdinal } = await feed.load(
      (rows) => addTo(builder, rows),
      (half) => {
        if (half.nextOrdinal < LOADED_BY_TWO) return undefined;
        loader = startLoader(half);
        return partFrom(loader).then((part) => builder.addPart(part));
      },
      readerInto(log),
    );
    const change = { version, nextOrdinal, segment: builder.finish(), withdrawn: NO_IDS };
    tell({ kind: 'loaded', change, log, ageMs: performance.now() - started });
    return version;
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
    loader.once('exit', () => fail(new Error('the thread that loads a half of the catalog ended')));
  });
}

async function takeNext(feed: CatalogFeed, version: number): Promise<number> {
  const asked = performance.now();
  const latest = await feed.nextChange({ after: version, timeoutMs: LONGEST_SILENCE_MS });
  if (latest === version) {
    // It was so when the last check began, which took no longer than the silence.
    tell({ kind: 'current', ageMs: performance.now() - asked });
    return version;
  }
  const started = performance.now();
  const followed = await changesAfter(feed, version);
  tell({ kind: 'changed', ...followed, ageMs: performance.now() - started });
  return followed.change.version;
}

async function changesAfter(feed: CatalogFeed, after: number): Promise<Omit<FollowedChange, 'ageMs'>> {
  const builder = new SegmentBuilder();
  const [high, low]: [number[], number[]] = [[], []];
  const log: ChangeRow[] = [];
  const { version, nextOrdinal } = await feed.changesAfter(
    after,
    (rows) => addTo(builder, rows),
    (ids) => {
      for (const digits of ids) {
        const id = parseSignalId(digits);
        // Ids beyond every signal's can be withdrawn, too.
        if (!id) continue;
        high.push(id.high);
        low.push(id.low);
      }
    },
    readerInto(log),
  );
  const change: CorpusChange = {
    version,
    nextOrdinal,
    segment: builder.rows > 0 ? builder.finish() : undefined,
    withdrawn: { high: Uint32Array.from(high), low: Uint32Array.from(low) },
  };
  return { change, log };
}

const readerInto = (log: ChangeRow[]): ChangeReader => ({
  most: TAIL_ROWS,
  onChanges: (rows) => void log.push(...rows),
});

function addTo(builder: SegmentBuilder, rows: readonly FeedRow[]): void {
  for (const row of rows) builder.add(row);
}

void follow();
