import { describeIndexes } from '../support/indexes';
import { clusteredVectors, exactMatches, idsOf, pointOf, putAll, queryOf } from '../support/points';

const SHAPE = { dimensions: 128, clusters: 40, seed: 11 };
const POINTS = 5_000;
const QUERIES = 8;
const LIMIT = 1_000;

describeIndexes('accuracy', (index) => {
  it('finds at least 99 of 100 that an exact scan finds, with their similarities', async () => {
    const vectors = clusteredVectors(POINTS + QUERIES, SHAPE);
    const points = vectors.slice(QUERIES).map((vector, number) => pointOf(number + 1, { vector }));
    const collection = await index().createCollection(SHAPE.dimensions);
    const client = index().open();
    await putAll(client, collection, points);
    let found = 0;
    for (const vector of vectors.slice(0, QUERIES)) {
      const exact = exactMatches(points, vector);
      const similarities = new Map(exact.map((match) => [match.id, match.similarityMillionths]));
      const nearest = new Set(idsOf(exact.slice(0, LIMIT)));
      const matches = await client.query(collection, queryOf({ vector, limit: LIMIT }));
      const ids = idsOf(matches);
      found += ids.filter((id) => nearest.has(id)).length;
      const errors = ids.map((id, at) => Math.abs(matches.similarityMillionths[at]! - similarities.get(id)!));
      expect(Math.max(...errors)).toBeLessThan(100);
    }
    expect(found / (QUERIES * LIMIT)).toBeGreaterThanOrEqual(0.99);
  });
});
