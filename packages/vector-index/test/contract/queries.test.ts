import { describeIndexes } from '../support/indexes';
import { atAngle, DIMENSIONS, idsOf, pointOf, putAll, queryOf } from '../support/points';

describeIndexes('queries', (index) => {
  it('return the most similar first, ties by id descending', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    await client.upsert(collection, [
      pointOf(9, { vector: atAngle(30) }),
      pointOf(100, { vector: atAngle(30) }),
      pointOf(20, { vector: atAngle(30) }),
      pointOf(5, { vector: atAngle(10) }),
      pointOf(4, { vector: atAngle(170) }),
    ]);
    const matches = await client.query(collection, queryOf());
    expect(idsOf(matches)).toEqual(['5', '100', '20', '9', '4']);
    const [, first, second, third] = matches.similarityMillionths;
    expect([second, third]).toEqual([first, first]);
  });

  it('choose the greatest ids when not all ties fit', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    await putAll(client, collection, [
      ...Array.from({ length: 60 }, (_, number) => pointOf(1_000 + number, { vector: atAngle(20) })),
      pointOf(1, { vector: atAngle(10) }),
    ]);
    const expected = Array.from({ length: 19 }, (_, number) => String(1_059 - number));
    expect(idsOf(await client.query(collection, queryOf({ limit: 20 })))).toEqual(['1', ...expected]);
  });

  it('give equal vectors equal similarities, wherever and whenever they are stored', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    const vector = atAngle(37.3);
    await client.upsert(collection, [pointOf(1, { vector })]);
    await putAll(
      client,
      collection,
      Array.from({ length: 3_000 }, (_, number) =>
        pointOf(number + 10, { vector: atAngle(90 + number / 100) }),
      ),
    );
    await client.upsert(collection, [pointOf(2, { vector }), pointOf(5_000, { vector })]);
    const matches = await client.query(collection, queryOf({ limit: 4, vector: atAngle(36) }));
    expect(idsOf(matches).slice(0, 3)).toEqual(['5000', '2', '1']);
    expect(new Set(matches.similarityMillionths.slice(0, 3)).size).toBe(1);
  });

  it('fill the pool with published and old enough points, however many others are nearer', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    // Alternating: published and old, not published yet, too new. Non-matching points are always slightly nearer.
    const points = Array.from({ length: 3_600 }, (_, number) => {
      const [isLate, isNew] = [number % 3 === 1, number % 3 === 2];
      return pointOf(number + 1, {
        vector: atAngle(20 + number / 60 - (isLate || isNew ? 10 : 0)),
        publishedAtMs: isLate ? 5_001 : 5_000,
        ordinal: isNew ? 500 : 499,
      });
    });
    await putAll(client, collection, points);
    const query = queryOf({ limit: 1_000, publishedUntilMs: 5_000, ordinalBelow: 500 });
    const expected = Array.from({ length: 1_000 }, (_, number) => String(3 * number + 1));
    expect(idsOf(await client.query(collection, query))).toEqual(expected);

    const withNew = await client.query(collection, { ...query, ordinalBelow: undefined });
    expect(withNew.ids).toHaveLength(1_000);
    expect(idsOf(withNew).some((id) => Number(id) % 3 === 0)).toBe(true);
    expect(idsOf(withNew).every((id) => Number(id) % 3 !== 2)).toBe(true);
  });

  it('find nothing where nothing matches', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    expect(idsOf(await client.query(collection, queryOf()))).toEqual([]);
    await client.upsert(collection, [pointOf(1, { publishedAtMs: 10, ordinal: 0 })]);
    expect(idsOf(await client.query(collection, queryOf({ publishedUntilMs: 9 })))).toEqual([]);
    expect(idsOf(await client.query(collection, queryOf({ ordinalBelow: 0 })))).toEqual([]);
    expect(idsOf(await client.query(collection, queryOf({ ordinalBelow: 1 })))).toEqual(['1']);
  });

  it.each([
    ['no limit', { limit: 0 }],
    ['a limit that is too high', { limit: 1_001 }],
    ['a vector with another length', { vector: new Float32Array(DIMENSIONS).fill(1) }],
    ['a vector with other dimensions', { vector: atAngle(0, 3) }],
  ])('are refused with %s', async (_issue, given) => {
    const collection = await index().createCollection(DIMENSIONS);
    const query = index().open().query(collection, queryOf(given));
    await expect(query).rejects.toMatchObject({ code: 'invalid_parameter' });
  });

  it('end when aborted', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(index().open().query(collection, queryOf(), { signal })).rejects.toThrow('enough');
  });
});
