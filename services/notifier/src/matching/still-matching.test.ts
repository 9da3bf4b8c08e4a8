import { stillMatching } from './still-matching';

const signal = (id: string, title: string, activityDate: string) => {
  const company = { slug: 'acme', name: 'Acme' };
  const item = { id, title, activityDate, category: 'news', industries: [], company };
  const document = Buffer.from(JSON.stringify(item));
  return { id, ordinal: Number(id), companyId: 3, publishedAtMs: 0, document };
};

const signals = [signal('2', 'Acme raises', '2026-11-10'), signal('1', 'Acme hires', '2026-11-20')];
const idsOf = (
  filters: Parameters<typeof stillMatching>[0],
  matchedAt: Parameters<typeof stillMatching>[2] = new Map(),
) => stillMatching(filters, signals, matchedAt).map(({ id }) => id);

it('keeps matching signals, in order', () => {
  expect(idsOf({})).toEqual(['2', '1']);
  expect(idsOf({ q: 'hires' })).toEqual(['1']);
  expect(stillMatching({}, [], new Map())).toEqual([]);
});

it('counts relative days from when a signal matched', () => {
  const matchedAt = new Map([
    ['1', new Date('2026-11-20T23:00:00Z')],
    ['2', new Date('2026-11-10T01:00:00Z')],
  ]);
  expect(idsOf({ days: 1 }, matchedAt)).toEqual(['2', '1']);
  expect(idsOf({ days: 1 }, matchedAt.set('2', new Date('2026-11-12T01:00:00Z')))).toEqual(['1']);
});
