import { textHash, type Company } from './embedding-text';
import { planSignals, type KnownSignal, type Plan } from './plan';
import { latestOfEach, type CatalogSignal } from './signal';

const signal: CatalogSignal = { id: '7', version: 5n, title: 'Title', publishedAtMs: 0, ordinal: 3 };
const embedded: KnownSignal = {
  version: 5n,
  state: 'embedded',
  textHash: textHash({ title: 'Title' }),
  isIndexed: true,
};

const plan = (known: KnownSignal | undefined, withdrawn?: bigint, company?: Company) =>
  planSignals(
    [signal],
    () => known,
    () => withdrawn,
    () => company,
  );
const nothing: Plan = { embed: [], reuse: [], putIntoIndex: [], withdraw: [] };
const text = { signal, text: { title: 'Title' }, hash: textHash({ title: 'Title' }) };

it.each<[string, KnownSignal | undefined, Partial<Plan>]>([
  ['is new', undefined, { embed: [text] }],
  ['has a new text', { ...embedded, version: 4n, textHash: textHash({ title: 'Other' }) }, { embed: [text] }],
  ['has a new version of the same text', { ...embedded, version: 4n }, { reuse: [text] }],
  ['is unchanged', embedded, {}],
  ['is stored but not in the index', { ...embedded, isIndexed: false }, { putIntoIndex: ['7'] }],
  ['is known in a newer version', { ...embedded, version: 6n, textHash: textHash({ title: 'Newer' }) }, {}],
  ['was withdrawn in a newer version', { ...embedded, version: 6n, state: 'withdrawn' }, {}],
  ['could not be embedded, and is redelivered', { ...embedded, state: 'dead' }, { embed: [text] }],
  [
    'could not be embedded in an earlier version',
    { ...embedded, version: 2n, state: 'dead' },
    { embed: [text] },
  ],
])('a signal that %s', (_what, known, expected) => {
  expect(plan(known)).toEqual({ ...nothing, ...expected });
});

it('re-embeds a signal whose company changed', () => {
  const company = { description: 'Batteries', industries: [] };
  const { embed } = plan({ ...embedded, version: 4n }, undefined, company);
  expect(embed).toMatchObject([{ text: { title: 'Title', company } }]);
  expect(plan({ ...embedded, version: 4n, textHash: embed[0]!.hash }, undefined, company).reuse).toHaveLength(
    1,
  );
});

it('withdraws what the catalog has withdrawn, even in a collection that has not been told', () => {
  expect(plan(undefined, 9n)).toEqual({ ...nothing, withdraw: [{ id: '7', version: 9n }] });
});

it('keeps the latest version of each id', () => {
  const changes = [
    { id: '1', version: 2n },
    { id: '2', version: 9n },
    { id: '1', version: 4n },
    { id: '1', version: 3n },
  ];
  expect(latestOfEach(changes)).toEqual([
    { id: '1', version: 4n },
    { id: '2', version: 9n },
  ]);
});
