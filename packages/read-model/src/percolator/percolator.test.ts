import { Corpus, NO_IDS } from '../corpus';
import { idOf } from '../evaluate/matches';
import { dayOf } from '../query/days';
import { SegmentBuilder } from '../segment/segment-builder';
import { Percolator } from './percolator';

function signalsOf(titles: Record<string, string>) {
  const builder = new SegmentBuilder();
  for (const [id, title] of Object.entries(titles)) {
    const company = { slug: 'acme', name: 'Acme' };
    const item = { id, title, activityDate: '2026-11-01', category: 'news', industries: [], company };
    const document = Buffer.from(JSON.stringify(item));
    builder.add({ id, ordinal: Number(id), companyId: 3, publishedAtMs: 0, document });
  }
  const corpus = new Corpus();
  corpus.apply({ version: 1, nextOrdinal: 100, segment: builder.finish(), withdrawn: NO_IDS }, 10);
  return corpus.at(10);
}

it('tries a query again whose relative days left no day when it was added', () => {
  const percolator = new Percolator();
  const older = { dateRanges: ['older'], dateFrom: '2026-10-20' };
  percolator.add('keyed', { ...older, q: 'raises' }, dayOf('2026-11-24'));
  percolator.add('always', older, dayOf('2026-11-24'));
  percolator.add('never', { ...older, dateTo: '2026-10-19', q: 'raises' }, dayOf('2026-11-24'));
  const matchesOn = (day: string) => {
    const matching = percolator.match(signalsOf({ 1: 'Acme raises', 2: 'Acme hires' }), dayOf(day));
    for (;;) {
      const { done, value } = matching.next();
      if (!done) continue;
      return Object.fromEntries(value.matches.map(({ id, found }) => [id, found.map(idOf).sort()]));
    }
  };
  // The signals of November 1 are "older" from January 31 on.
  expect(matchesOn('2026-11-24')).toEqual({});
  expect(matchesOn('2027-01-30')).toEqual({});
  expect(matchesOn('2027-01-31')).toEqual({ keyed: ['1'], always: ['1', '2'] });
  expect(percolator.alwaysTried).toBe(1);
});
