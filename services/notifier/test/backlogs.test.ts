import { writeCorpus, type SignalRecord } from '@heliograph/catalog';
import { search } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import { holdLocks, startBeforeEach } from '@heliograph/testing';
import { Pool } from 'pg';
import { BacklogReader } from '../src/matching/backlog-reader';
import { BacklogStore, queueBacklogs } from '../src/storage/backlog-store';
import { CatalogReader } from '../src/storage/catalog-reader';
import { CurrentDatabase } from '../src/storage/current-database';
import type { Lease } from '../src/storage/delivery-store';
import { MatchStore } from '../src/storage/match-store';
import { startParts } from './support/notifier';
import { NO_CHANGES, store } from './support/saved-searches';
import { numbers, signalsOf } from './support/webhooks';

const parts = startBeforeEach(startParts);

const ACME = { slug: 'acme', name: 'Acme' };
const write = (records: readonly SignalRecord[], company: object = {}) =>
  writeCorpus(parts.database.connectionString('catalog'), [{ ...ACME, ...company }], records);

/** A saved search, its lease, and what the notifier does to it. */
async function begin() {
  const { pool, savedSearches, deliveries } = parts;
  const { owner, id } = await store(savedSearches);
  const [catalog, matches, backlogs] = [
    new CatalogReader(new CurrentDatabase(pool, parts.logger)),
    new MatchStore(pool),
    new BacklogStore(pool),
  ];
  const counted = { matches: 0, expired: 0 };
  const metrics = {
    matched: (_: number, found: number) => (counted.matches += found),
    matchesExpired: (lost: number) => (counted.expired += lost),
  };
  const reader = new BacklogReader({ backlogs, catalog, deliveries, metrics });
  let lease: Lease | undefined;
  const leased = async (): Promise<Lease> => {
    [lease] = lease
      ? [lease]
      : await deliveries.claim(1, uuidv7(), { accountIds: [], hosts: [], atSharedHosts: [] });
    return lease!;
  };
  return {
    owner,
    id,
    backlogs,
    counted,
    /** Has an event's batch matched. */
    add: async (ids: readonly string[]) => {
      const found = await catalog.published(ids);
      const matched = found.map(({ id: signalId, ...rest }) => ({ savedSearchId: id, signalId, ...rest }));
      return matches.add(matched);
    },
    readNext: async () => reader.readNext(await leased()),
    leased,
    setFilters: (filters: Partial<search.Filters>) => {
      const query = { query: {}, filters: search.Filters.fromPartial(filters) };
      return savedSearches.update(owner, id, { ...NO_CHANGES, query }, () => '');
    },
    position: async () => (await backlogs.find(id))?.position.id,
    deliverable: async () => (await deliveries.waiting(id, 10_000)).map(({ signalId }) => signalId),
    stored: async () =>
      (await pool.query('SELECT FROM notifier.match WHERE saved_search_id = $1', [id])).rowCount,
  };
}

it('a partition that lags moves the position back, and deliveries continue from there', async () => {
  const held = await begin();
  await write(signalsOf(1, 3_000));
  const odd = numbers(1, 3_000).filter((id) => Number(id) % 2 === 1);
  const even = numbers(1, 3_000).filter((id) => Number(id) % 2 === 0);
  expect(await held.add(odd)).toBe(1_000);
  expect(await held.position()).toBe('2000');
  expect(await held.add(odd)).toBe(0);
  expect(await held.add(even.slice(0, 3))).toBe(0);
  expect(await held.position()).toBe('1');
  expect(await held.deliverable()).toEqual(['1']);
  expect(await held.add(even)).toBe(0);
  expect(await held.readNext()).toBe(true);
  expect(await held.deliverable()).toEqual(numbers(1, 501));
  expect(await held.stored()).toBe(1_250);
  let pages = 1;
  while (await held.readNext()) pages++;
  expect(pages).toBe(6);
  expect(await held.deliverable()).toEqual(numbers(1, 3_000));
  expect(held.counted).toEqual({ matches: 2_000, expired: 0 });
});

describe('a page of 500 changes that was read', () => {
  /** A backlog from signal 1,001 on. */
  async function beginBacklog() {
    const held = await begin();
    await write(signalsOf(1, 1_600));
    await held.add(numbers(1, 1_200));
    expect(await held.position()).toBe('1000');
    return held;
  }

  it.each<[string, (held: Awaited<ReturnType<typeof begin>>) => Promise<unknown>]>([
    ['the position was moved back', () => parts.pool.query('UPDATE notifier.backlog SET id = 900')],
    ['the saved search changed', ({ setFilters }) => setFilters({ q: 'round' })],
  ])('is discarded if %s meanwhile', async (_, change) => {
    const held = await beginBacklog();
    const lease = await held.leased();
    const backlog = (await held.backlogs.find(held.id))!;
    await change(held);
    const position = await held.position();
    const to = { ...backlog.position, id: '1500' };
    expect(await held.backlogs.advance(lease, backlog, to, [])).toBeUndefined();
    expect(await held.position()).toBe(position);
  });

  it('does not end the backlog if a match was left out meanwhile', async () => {
    const held = await beginBacklog();
    while ((await held.position()) !== '1500') await held.readNext();
    const locks = await holdLocks(parts.pool, 'SELECT FROM notifier.saved_search FOR UPDATE');
    const reading = held.readNext();
    await locks.untilAnotherWaits();
    await write(signalsOf(1_601, 1_601));
    await locks.rollback();
    await reading;
    expect(await held.add(['1601'])).toBe(0);
    expect(await held.position()).toBe('1600');
    await held.readNext();
    expect(await held.position()).toBeUndefined();
    expect(await held.deliverable()).toEqual(numbers(1, 1_601));
  });
});

it('is queued again after an older version delivered what is stored', async () => {
  const held = await begin();
  await write(signalsOf(1, 1_001));
  await held.add(numbers(1, 1_001));
  expect(await queueBacklogs(parts.pool)).toBe(0);
  await parts.pool.query('DELETE FROM notifier.webhook_queue');
  expect(await queueBacklogs(parts.pool)).toBe(1);
  expect(await held.readNext()).toBe(true);
});

it('has no matches from more than 30 days ago; relative days count from when a signal changed', async () => {
  const held = await begin();
  await write(signalsOf(1, 1_000));
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const dated = (days: number) => ({ activityDate: daysAgo(days).toISOString().slice(0, 10) });
  const [expired, waiting, never] = signalsOf(1_001, 1_003);
  await write([
    { ...expired!, ...dated(31) },
    { ...waiting!, ...dated(10) },
    { ...never!, ...dated(10) },
  ]);
  expect(await held.add(numbers(1, 1_003))).toBe(1_000);
  const admin = new Pool({ connectionString: parts.database.adminConnectionString, max: 1 });
  for (const [id, days] of Object.entries({ 1001: 31, 1002: 10 }))
    await admin.query('UPDATE catalog.change SET at = $2 WHERE id = $1', [id, daysAgo(days)]);
  await admin.end();
  await held.setFilters({ days: 3 });
  await held.readNext();
  expect((await held.deliverable()).slice(1_000)).toEqual(['1002']);
  expect(held.counted).toEqual({ matches: 1, expired: 1 });
  const matchedAt = await parts.deliveries.matchedAt(held.id, ['1002']);
  expect(matchedAt.get('1002')!.getTime()).toBeLessThan(daysAgo(9).getTime());
});

it('includes signals whose companies changed later', async () => {
  const held = await begin();
  await write(signalsOf(1, 1_010));
  await write(signalsOf(1_011, 1_011));
  await write([], { description: 'Makes anvils.' });
  await write([], { name: 'Acme Ltd', description: 'Makes anvils.' });
  expect(await held.add(numbers(1, 1_011))).toBe(1_000);
  expect(await held.position()).toBe('1000');
  while (await held.readNext());
  expect(await held.deliverable()).toEqual(numbers(1, 1_011));
});

it('leaves out older signals whose company alone changed', async () => {
  await write(signalsOf(2_001, 2_010));
  const held = await begin();
  await write(signalsOf(1, 1_001));
  await held.add(numbers(1, 1_001));
  await write(signalsOf(2_001, 2_001, 'Another round'), { name: 'Acme Ltd' });
  while (await held.readNext());
  expect(await held.deliverable()).toEqual([...numbers(1, 1_001), '2001']);
});

it.each([
  ['hires', ['1001', '1002']],
  ['closes', []],
])('decides company-scoped groups: %s', async (term, expected) => {
  const held = await begin();
  await write(signalsOf(1, 1_000));
  await write([...signalsOf(1_001, 1_001), ...signalsOf(1_002, 1_002, 'Acme hires')]);
  await held.add(numbers(1, 1_002));
  const match = search.SearchGroups_Operator.AND;
  const scope = search.SearchGroups_Scope.COMPANY;
  const groups = ['funding', term].map((each) => ({ scope, match, terms: [each], exclude: [] }));
  await held.setFilters({ searchGroups: { op: match, groups } });
  await held.readNext();
  expect((await held.deliverable()).slice(1_000)).toEqual(expected);
});

it('after the query changed, has no older signals that did not match before', async () => {
  const held = await begin();
  await held.setFilters({ q: 'round' });
  await write([...signalsOf(1, 1_000), ...signalsOf(1_001, 1_001, 'Acme hires')]);
  await write(signalsOf(1_002, 1_002, 'A round of hires'));
  await held.add(numbers(1, 1_002));
  await held.setFilters({ q: 'hires' });
  await write(signalsOf(1_003, 1_003, 'Globex hires'));
  while (await held.readNext());
  expect((await held.deliverable()).slice(1_000)).toEqual(['1002', '1003']);
});

it('is removed with the webhook: the next one gets what is published from then on', async () => {
  const held = await begin();
  await write(signalsOf(1, 1_010));
  await held.add(numbers(1, 1_010));
  const { savedSearches } = parts;
  const setUrl = (webhookUrl: string | null) =>
    savedSearches.update(held.owner, held.id, { ...NO_CHANGES, webhookUrl }, () => 'whsec_');
  await setUrl(null);
  await setUrl('http://127.0.0.1:9/hook');
  expect([await held.position(), await held.stored()]).toEqual([undefined, 0]);
});
