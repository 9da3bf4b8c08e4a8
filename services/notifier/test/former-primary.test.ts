import { writeCorpus } from '@heliograph/catalog';
import {
  CATALOG_SOURCE,
  SIGNALS_PUBLISHED_TOPIC,
  SIGNALS_PUBLISHED_TYPE,
  toMessage,
  type StoredEvent,
} from '@heliograph/event-log';
import { signals } from '@heliograph/proto';
import { startBeforeEach } from '@heliograph/testing';
import { Pool } from 'pg';
import { HeldSearches } from '../src/matching/held-searches';
import { SignalMatcher } from '../src/matching/signal-matcher';
import { CatalogReader } from '../src/storage/catalog-reader';
import { CatalogBehindError, CurrentDatabase } from '../src/storage/current-database';
import { MatchStore } from '../src/storage/match-store';
import { startParts } from './support/notifier';
import { store } from './support/saved-searches';
import { signalsOf } from './support/webhooks';

const parts = startBeforeEach(startParts);
const running = new AbortController().signal;

/** A matcher whose first connection leads to a former primary: it is read-only and sees nothing new. */
async function begin(patienceMs?: number) {
  const { database, logger } = parts;
  const pool = new Pool({ connectionString: database.connectionString('notifier'), max: 2 });
  const stale = await pool.connect();
  await stale.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; SELECT FROM catalog.state');
  stale.release();
  const current = new CurrentDatabase(pool, logger, patienceMs);
  const catalog = new CatalogReader(current);
  const matcher = new SignalMatcher({
    held: new HeldSearches(current, catalog),
    catalog,
    matches: new MatchStore(pool),
    metrics: { matched: () => undefined },
    onMatches: () => undefined,
    logger,
    patienceMs,
  });
  const importSignal = () =>
    writeCorpus(database.connectionString('catalog'), [{ slug: 'acme', name: 'Acme' }], signalsOf(1, 1));
  const matches = async () => (await parts.pool.query('SELECT FROM notifier.match')).rowCount;
  return { pool, catalog, matcher, importSignal, matches };
}

function published(id: string, version: bigint): StoredEvent {
  const event = { ...signals.SignalPublished.create(), eventId: `${id}:${version}`, id, version, title: 't' };
  const data = Buffer.from(signals.SignalPublished.encode(event).finish());
  const attributes = { id: event.eventId, type: SIGNALS_PUBLISHED_TYPE, source: CATALOG_SOURCE };
  const message = toMessage({ ...attributes, time: new Date(), data }, id);
  return { ...message, topic: SIGNALS_PUBLISHED_TOPIC, partition: 0, offset: 0n, appendedAtMs: 0 };
}

it('a batch read from a former primary is not taken as matched', async () => {
  const { pool, matcher, importSignal, matches } = await begin();
  await store(parts.savedSearches);
  await importSignal();
  const batch = [published('1', 1n)];
  await expect(matcher.handle(batch, running)).rejects.toThrow(CatalogBehindError);
  await matcher.handle(batch, running);
  expect(await matches()).toBe(1);
  await pool.end();
});

it('a signal that a former primary lacks is not taken as withdrawn once another server had it', async () => {
  const { pool, catalog, importSignal } = await begin();
  const stale = await pool.connect();
  await importSignal();
  expect(await catalog.published(['1'])).toHaveLength(1);
  // The pool hands out the connection that was released last.
  stale.release();
  await expect(catalog.published(['1'])).rejects.toThrow(CatalogBehindError);
  expect(await catalog.published(['1'])).toHaveLength(1);
  await pool.end();
});

it('a batch whose changes the database has lost is matched without them', async () => {
  const { pool, matcher, importSignal, matches } = await begin(0);
  await store(parts.savedSearches);
  await importSignal();
  const batch = [published('1', 1n), published('7', 1_000n)];
  await expect(matcher.handle(batch, running)).rejects.toThrow(CatalogBehindError);
  await matcher.handle(batch, running);
  expect(await matches()).toBe(1);
  await pool.end();
});
