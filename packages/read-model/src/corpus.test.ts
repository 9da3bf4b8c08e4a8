import { Corpus, NO_IDS } from './corpus';
import { countMatches, findPage, idOf } from './evaluate/matches';
import { readQuery } from './evaluate/plan';
import type { Slices } from './evaluate/scan';
import { mergeViews } from './segment/merge-views';
import { SegmentBuilder } from './segment/segment-builder';
import { splitSignalId } from './segment/signal-id';
import type { Snapshot } from './snapshot';

function run<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

function segmentOf(signals: Record<string, { title: string; publishedAtMs?: number }>) {
  const builder = new SegmentBuilder();
  for (const [id, { title, publishedAtMs = 0 }] of Object.entries(signals)) {
    const company = { slug: 'acme', name: 'Acme' };
    const item = { id, title, activityDate: '2026-11-01', category: 'news', industries: [], company };
    const document = Buffer.from(JSON.stringify(item));
    builder.add({ id, ordinal: Number(id), companyId: 3, employeeCount: 60, publishedAtMs, document });
  }
  return builder.finish();
}

const idsOf = (id: bigint) => {
  const { high, low } = splitSignalId(id);
  return { high: Uint32Array.of(high), low: Uint32Array.of(low) };
};

const found = (snapshot: Snapshot, q: string) =>
  run(findPage(readQuery({ q }, 0), { limit: 50 }, snapshot)).found.map(idOf);

let corpus: Corpus;
let version: number;
const put = (signals: Parameters<typeof segmentOf>[0], nowMs = 10) =>
  corpus.apply(
    { version: ++version, nextOrdinal: 100, segment: segmentOf(signals), withdrawn: NO_IDS },
    nowMs,
  );
const withdraw = (id: bigint) =>
  corpus.apply({ version: ++version, nextOrdinal: 100, withdrawn: idsOf(id) }, 10);
beforeEach(() => {
  corpus = new Corpus();
  version = 0;
});

it('shows a signal from its publication time, to queries that start then', () => {
  put({
    1: { title: 'now' },
    2: { title: 'soon', publishedAtMs: 50 },
    3: { title: 'later soon', publishedAtMs: 60 },
  });
  const before = corpus.at(49);
  expect(found(before, 'soon')).toEqual([]);
  expect(found(corpus.at(50), 'soon')).toEqual(['2']);
  expect(found(corpus.at(60), 'soon')).toEqual(['3', '2']);
  expect(found(before, 'soon')).toEqual([]);
});

it('hides signals again when the clock goes back, except those published by then', () => {
  put({ 1: { title: 'soon' }, 2: { title: 'soon', publishedAtMs: 50 }, 3: { title: 'soon' } });
  expect(found(corpus.at(60), 'soon')).toEqual(['3', '2', '1']);
  expect(found(corpus.at(40), 'soon')).toEqual(['3', '1']);
  put({ 4: { title: 'soon', publishedAtMs: 55 } }, 60);
  expect(found(corpus.at(60), 'soon')).toEqual(['4', '3', '2', '1']);
  put({ 3: { title: 'changed' } }, 50);
  expect(found(corpus.at(50), 'soon')).toEqual(['2', '1']);
  expect(found(corpus.at(55), 'soon')).toEqual(['4', '2', '1']);
});

it("replaces and withdraws signals, including unpublished ones, and keeps others' snapshots", () => {
  put({ 1: { title: 'old words' }, 2: { title: 'old plans', publishedAtMs: 50 }, 3: { title: 'old' } });
  const before = corpus.at(10);
  put({ 1: { title: 'new words' }, 2: { title: 'new plans' } });
  withdraw(3n);
  expect(found(corpus.at(100), 'old')).toEqual([]);
  expect(found(corpus.at(100), 'new')).toEqual(['2', '1']);
  expect(found(before, 'old')).toEqual(['3', '1']);
  expect(corpus.at(100).version).toBe(3);
});

it('keeps concurrent changes while it merges segments', () => {
  put({ 1: { title: 'a one' }, 2: { title: 'a two' }, 3: { title: 'a three', publishedAtMs: 50 } });
  put({ 4: { title: 'a four' }, 5: { title: 'a five', publishedAtMs: 60 } });
  const { views } = corpus.at(10);
  corpus.beginMerge();
  const merged = mergeViews(views);
  put({ 2: { title: 'b two' } });
  withdraw(3n);
  corpus.at(55);
  corpus.merged(
    merged,
    views.map(({ segment }) => segment),
    55,
  );
  expect(corpus.at(55).views).toHaveLength(2);
  expect(found(corpus.at(55), 'a')).toEqual(['4', '1']);
  expect(found(corpus.at(60), 'a')).toEqual(['5', '4', '1']);
  expect(found(corpus.at(60), 'b')).toEqual(['2']);
  expect(run(countMatches(readQuery({ size: '50-100', company: 'acme' }, 0), corpus.at(60)))).toBe(4);
});
