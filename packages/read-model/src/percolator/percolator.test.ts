import { Corpus, NO_IDS } from '../corpus';
import { idOf } from '../evaluate/matches';
import { dayOf } from '../query/days';
import { SegmentBuilder } from '../segment/segment-builder';
import type { Snapshot } from '../snapshot';
import { Percolator } from './percolator';

const ACME = { slug: 'acme', name: 'Acme' };

function signalsOf(titles: Record<string, string>, companyOf: (id: number) => typeof ACME = () => ACME) {
  const builder = new SegmentBuilder();
  for (const [id, title] of Object.entries(titles)) {
    const company = companyOf(Number(id));
    const item = { id, title, activityDate: '2026-11-01', category: 'news', industries: [], company };
    const document = Buffer.from(JSON.stringify(item));
    builder.add({ id, ordinal: Number(id), companyId: company.slug.length, publishedAtMs: 0, document });
  }
  const corpus = new Corpus();
  corpus.apply({ version: 1, nextOrdinal: 1_000, segment: builder.finish(), withdrawn: NO_IDS }, 10);
  return corpus.at(10);
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1));

function run(percolator: Percolator, signals: Snapshot, day: string) {
  const matching = percolator.match(signals, dayOf(day));
  for (let pauses = 0; ; pauses++) {
    const { done, value } = matching.next();
    if (done) return { pauses, found: value.matches.map(({ id, found }) => [id, found.map(idOf).sort()]) };
  }
}

it('retries a query whose relative days matched no day when it was added', () => {
  const percolator = new Percolator();
  const older = { dateRanges: ['older'], dateFrom: '2026-10-20' };
  percolator.add('keyed', { ...older, q: 'raises' }, dayOf('2026-11-24'));
  percolator.add('always', older, dayOf('2026-11-24'));
  percolator.add('never', { ...older, dateTo: '2026-10-19', q: 'raises' }, dayOf('2026-11-24'));
  const matchesOn = (day: string) =>
    Object.fromEntries(
      run(percolator, signalsOf({ 1: 'Acme raises', 2: 'Acme hires' }), day).found,
    ) as unknown;
  // The signals of November 1 are "older" from January 31 on.
  expect(matchesOn('2026-11-24')).toEqual({});
  expect(matchesOn('2027-01-30')).toEqual({});
  expect(matchesOn('2027-01-31')).toEqual({ keyed: ['1'], always: ['1', '2'] });
  expect(percolator.unindexedQueries).toBe(1);
});

it('finds a signal once, however many keys lead to it', () => {
  const percolator = new Percolator();
  const first = numbersTo(40);
  const all = numbersTo(110);
  // A name's key leads to one company's signals at a time: here to a few, then to too many to check one by one.
  percolator.add('name', { company: 'acme' }, dayOf('2026-11-24'));
  percolator.add('same signals', { any: 'alpha beta' }, dayOf('2026-11-24'));
  percolator.add('few and many', { any: 'alpha gamma' }, dayOf('2026-11-24'));
  const titles = all.map((id) => [id, first.includes(id) ? 'alpha beta' : 'gamma'] as const);
  const signals = signalsOf(Object.fromEntries(titles), (id) =>
    id <= 10 ? ACME : { slug: 'acme-steel', name: 'Acme Steel' },
  );
  expect(Object.fromEntries(run(percolator, signals, '2026-11-24').found)).toEqual({
    name: all.sort(),
    'same signals': first.sort(),
    'few and many': all.sort(),
  });
});

it('yields after each query that it tries on many signals', () => {
  const pausesWith = (queries: number) => {
    const percolator = new Percolator();
    for (const id of numbersTo(queries)) percolator.add(id, { exclude: `beta${id}` }, dayOf('2026-11-24'));
    const titles = numbersTo(200).map((id) => [id, 'alpha'] as const);
    const { pauses, found } = run(percolator, signalsOf(Object.fromEntries(titles)), '2026-11-24');
    expect(found).toHaveLength(queries);
    return pauses;
  };
  expect(pausesWith(30) - pausesWith(10)).toBe(20);
});
