import { Corpus, findPage, NO_IDS, readQuery, SegmentBuilder, type Found } from '@heliograph/read-model';
import fc from 'fast-check';
import { advance, UNFINISHED } from './run-slices';
import { itemsJson, itemsWithMatches, itemsWithSimilarity } from './items-json';

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

function foundOf(count: number, title?: string) {
  const builder = new SegmentBuilder();
  documents.slice(0, count).forEach(({ item }, ordinal) =>
    builder.add({
      id: item.id,
      ordinal,
      companyId: 1,
      publishedAtMs: 0,
      document: Buffer.from(JSON.stringify({ ...item, ...(title && { title }) })),
    }),
  );
  const corpus = new Corpus();
  corpus.apply({ version: 1, nextOrdinal: count, segment: builder.finish(), withdrawn: NO_IDS }, 1);
  const page = advance(findPage(readQuery({}, 0), { limit: 50 }, corpus.at(1)), 10_000);
  if (page === UNFINISHED) throw new Error('too slow');
  return page.found;
}

it.each([0, 1, 2])('builds an array of %d items from their documents', (count) => {
  expect(JSON.parse(itemsJson(foundOf(count), []).toString())).toEqual(
    documents.slice(0, count).map(({ item }) => item),
  );
});

it('adds the similarity to an item and changes nothing else', () => {
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

it("keeps the selected fields and the id in the document's order", () => {
  const [found] = foundOf(2);
  const text = itemsJson([found!], ['company', 'title', 'similarity']).toString();
  const { id, title, company } = documents[0]!.item as Record<string, unknown>;
  expect(text).toBe(JSON.stringify([{ id, title, company }]));
  const ranked = [{ ...found!, similarityMillionths: 500_000 }];
  expect(itemsWithSimilarity(ranked, ['title']).toString()).toBe(JSON.stringify([{ id, title }]));
  expect(itemsWithSimilarity(ranked, ['similarity']).toString()).toBe(
    JSON.stringify([{ id, similarity: 0.5 }]),
  );
});

it('fails instead of producing an answer that cannot be sent', () => {
  const [found] = foundOf(1, 'a '.repeat(500));
  const any = Array.from({ length: 4 }, (_, index) => `"a${'👍'.repeat(230 + index)}"`).join();
  const items = itemsWithMatches(Array<Found>(50).fill(found!), { any }, []);
  expect(() => advance(items, 60_000)).toThrow(expect.objectContaining({ code: 'response_too_large' }));
});
