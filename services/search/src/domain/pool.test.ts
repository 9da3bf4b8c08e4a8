import fc from 'fast-check';
import { withSimilarity } from './pool';

it('adds the similarity to an item and changes nothing else of its text', () => {
  const document = '{"id":"1","title":"}{\\"similarity\\":2}","company":{"slug":"a"}}';
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (millionths) => {
      const text = withSimilarity(document, millionths);
      expect(text.startsWith(document.slice(0, -1))).toBe(true);
      expect(JSON.parse(text)).toEqual({ ...JSON.parse(document), similarity: millionths / 1e6 });
      expect(text).not.toMatch(/e-?\d+\}$/);
    }),
    { examples: [[0], [1], [-1], [1_000_000], [-1_000_000]] },
  );
});
