import { describeIndexes } from '../support/indexes';
import { DIMENSIONS, idsOf, pointOf, putAll } from '../support/points';
import { randomNumbers } from '@heliograph/testing';

describeIndexes('scanning', (index) => {
  it('returns every point once, in ascending numeric order, page by page', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    const random = randomNumbers(7);
    const ids = Array.from({ length: 1_500 }, () => BigInt(Math.ceil(random() * 10 ** (1 + random() * 14))));
    const points = [...new Set(ids)].map((id) => pointOf(String(id * 7n), { version: id }));
    await putAll(client, collection, points);
    const sorted = points.map(({ id }) => BigInt(id)).sort((first, second) => (first < second ? -1 : 1));

    const seen: string[] = [];
    for (let page = await client.scan(collection, { limit: 400 }); page.length > 0;) {
      expect(page.length).toBeLessThanOrEqual(400);
      for (const { id, version } of page) expect(version * 7n).toBe(BigInt(id));
      seen.push(...idsOf(page));
      page = await client.scan(collection, { after: seen.at(-1), limit: 400 });
    }
    expect(seen).toEqual(sorted.map(String));
  });

  it('continues after a point that is gone', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    await client.upsert(collection, [pointOf(10), pointOf(20), pointOf(30)]);
    await client.remove(collection, ['20']);
    expect(idsOf(await client.scan(collection, { after: '20', limit: 5 }))).toEqual(['30']);
    expect(idsOf(await client.scan(collection, { after: '15', limit: 5 }))).toEqual(['30']);
    expect(idsOf(await client.scan(collection, { after: '9', limit: 1 }))).toEqual(['10']);
    await client.upsert(collection, [pointOf(20)]);
    expect(idsOf(await client.scan(collection, { after: '10', limit: 5 }))).toEqual(['20', '30']);
    expect(await client.scan(collection, { after: '30', limit: 5 })).toEqual([]);
  });

  it.each([
    ['too large a page', { limit: 10_001 }],
    ['an empty page', { limit: 0 }],
    ['an invalid id', { after: 'x', limit: 1 }],
  ])('is refused with %s', async (_issue, page) => {
    const collection = await index().createCollection(DIMENSIONS);
    await expect(index().open().scan(collection, page)).rejects.toMatchObject({ code: 'invalid_parameter' });
  });
});
