import { Corpus, findPage, NO_IDS, readQuery, SegmentBuilder } from '@heliograph/read-model';
import fc from 'fast-check';
import { advance, UNFINISHED } from './run-slices';
import { itemsJson, itemsWithSimilarity } from './items-json';

const documents = ['{"id":"2","title":"}{\\"similarity\\":2}","n":1}', '{"id":"1","title":"ünï 新能源"}'].map(
  (text) => ({
    text,
    item: {
      ...(JSON.parse(text) as { id: string }),
      activityDate: '2026-11-01',
      category: 'x',
      industries: [],
      company: { slug: 'a', name: 'A' },
    },
  }),
);

function foundOf(count: number) {
  const builder = new SegmentBuilder();
  documents.slice(0, count).forEach(({ item }, ordinal) =>
    builder.add({
      id: item.id,
      ordinal,
      companyId: 1,
      publishedAtMs: 0,
      document: Buffer.from(JSON.stringify(item)),
    }),
  );
  const corpus = new Corpus();
  corpus.apply({ version: 1, nextOrdinal: count, segment: builder.finish(), withdrawn: NO_IDS }, 1);
  const page = advance(findPage(readQuery({}, 0), { limit: 50 }, corpus.at(1)), 10_000);
  if (page === UNFINISHED) throw new Error('too slow');
  return page.found;
}

it.each([0, 1, 2])('makes an array of %d items of their documents', (count) => {
  expect(JSON.parse(itemsJson(foundOf(count), []).toString())).toEqual(
    documents.slice(0, count).map(({ item }) => item),
  );
});

it('adds the similarity to an item and changes nothing else of it', () => {
  const found = foundOf(2);
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (similarityMillionths) => {
      const text = itemsWithSimilarity(
        found.map((each) => ({ ...each, similarityMillionths })),
        [],
      ).toString();
      expect(JSON.parse(text)).toEqual(
        documents.map(({ item }) => ({ ...item, similarity: similarityMillionths / 1e6 })),
      );
      expect(text).not.toMatch(/e-?\d+\}/);
    }),
    { examples: [[0], [1], [-1], [1_000_000], [-1_000_000]] },
  );
});
