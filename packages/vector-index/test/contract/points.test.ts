import { describeIndexes } from '../support/indexes';
import { atAngle, clusteredVectors, DIMENSIONS, idsOf, pointOf, putAll, queryOf } from '../support/points';

describeIndexes('points', (index) => {
  it('are visible to queries as soon as they are stored', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const [writer, reader] = [index().open(), index().open()];
    await writer.upsert(collection, [pointOf(1), pointOf(2, { vector: atAngle(60) })]);
    const { ids, similarityMillionths } = await reader.query(collection, queryOf());
    expect(ids).toEqual(BigUint64Array.of(1n, 2n));
    expect([...similarityMillionths]).toEqual([expect.closeTo(1_000_000, -2), expect.closeTo(500_000, -2)]);
  });

  it('are replaced by the same and later versions, never by older ones', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    const put = (version: bigint, degrees: number) =>
      client.upsert(collection, [pointOf(1, { version, vector: atAngle(degrees) })]);
    const similarity = async () => [...(await client.query(collection, queryOf())).similarityMillionths];
    await put(5n, 60);
    expect(await similarity()).toEqual([expect.closeTo(500_000, -2)]);
    await put(4n, 0);
    expect(await similarity()).toEqual([expect.closeTo(500_000, -2)]);
    await put(5n, 90);
    expect(await similarity()).toEqual([expect.closeTo(0, -2)]);
    await put(6n, 180);
    expect(await similarity()).toEqual([expect.closeTo(-1_000_000, -2)]);
    expect(await client.scan(collection, { limit: 10 })).toEqual([{ id: '1', version: 6n }]);
  });

  it('store the fields for queries with the version', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    await client.upsert(collection, [pointOf(1, { version: 2n, publishedAtMs: 500, ordinal: 7 })]);
    await client.upsert(collection, [pointOf(1, { version: 1n, publishedAtMs: 1, ordinal: 1 })]);
    const found = async (publishedUntilMs: number, ordinalBelow: number) =>
      (await client.query(collection, queryOf({ publishedUntilMs, ordinalBelow }))).ids.length;
    expect(await found(500, 8)).toBe(1);
    expect(await found(499, 8)).toBe(0);
    expect(await found(500, 7)).toBe(0);
    await client.upsert(collection, [pointOf(1, { version: 3n, publishedAtMs: 400, ordinal: 6 })]);
    expect(await found(400, 7)).toBe(1);
  });

  it('in one batch have their own versions, and of duplicates the newest counts', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    await client.upsert(collection, [pointOf(1, { version: 10n }), pointOf(2, { version: 10n })]);
    await client.upsert(collection, [
      pointOf(1, { version: 9n }),
      pointOf(2, { version: 11n }),
      pointOf(3, { version: 3n }),
      pointOf(3, { version: 2n }),
      pointOf(4, { version: 1n }),
      pointOf(4, { version: 2n }),
    ]);
    expect(await client.scan(collection, { limit: 10 })).toEqual([
      { id: '1', version: 10n },
      { id: '2', version: 11n },
      { id: '3', version: 3n },
      { id: '4', version: 2n },
    ]);
  });

  it('with versions up to 2^53 - 1 and times before 1970 are stored unchanged', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    const version = BigInt(Number.MAX_SAFE_INTEGER);
    const publishedAtMs = -Number.MAX_SAFE_INTEGER;
    await client.upsert(collection, [pointOf(1, { version, publishedAtMs, ordinal: 0xffff_fffe })]);
    expect(await client.scan(collection, { limit: 1 })).toEqual([{ id: '1', version }]);
    const query = queryOf({ publishedUntilMs: publishedAtMs, ordinalBelow: 0xffff_ffff });
    expect(idsOf(await client.query(collection, query))).toEqual(['1']);
  });

  it('are removed, ignoring those that do not exist', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    await putAll(
      client,
      collection,
      Array.from({ length: 20 }, (_, number) => pointOf(number + 1)),
    );
    await client.remove(collection, ['3', '5', '99', '3']);
    await client.remove(collection, ['5']);
    await client.remove(collection, []);
    expect(idsOf(await client.scan(collection, { limit: 100 }))).toHaveLength(18);
    const found = idsOf(await client.query(collection, queryOf({ limit: 100 })));
    expect(found).toHaveLength(18);
    expect(found).not.toContain('3');
    // A removed point no longer has a version.
    await client.upsert(collection, [pointOf(5, { version: 1n, vector: atAngle(10) })]);
    expect(idsOf(await client.query(collection, queryOf({ limit: 100 })))[18]).toBe('5');
    expect((await client.list()).find(({ name }) => name === collection)?.points).toBe(19);
  });

  it('have ids beyond 2^63', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    const ids = [
      '1',
      '9007199254740993',
      '9223372036854775807',
      '9223372036854775808',
      '9999999999999999999',
    ];
    await client.upsert(
      collection,
      ids.map((id) => pointOf(id)),
    );
    expect(idsOf(await client.query(collection, queryOf()))).toEqual([...ids].reverse());
    expect(idsOf(await client.scan(collection, { limit: 10 }))).toEqual(ids);
    await client.remove(collection, ['9223372036854775807']);
    expect(idsOf(await client.scan(collection, { limit: 10 }))).not.toContain('9223372036854775807');
  });

  it.each<[string, Parameters<typeof pointOf>]>([
    ['a vector that is too long', [1, { vector: atAngle(0).map((value) => value * 1.1) }]],
    ['a vector of zeros', [1, { vector: new Float32Array(DIMENSIONS) }]],
    ['a vector with an element that is not a number', [1, { vector: atAngle(0).fill(NaN, 3, 4) }]],
    ['a vector with other dimensions', [1, { vector: atAngle(0, DIMENSIONS - 1) }]],
    ['an id of 20 digits', ['10000000000000000000']],
    ['an id with a leading zero', ['01']],
    ['a negative version', [1, { version: -1n }]],
    ['a time that is not an integer', [1, { publishedAtMs: 0.5 }]],
    ['an ordinal beyond 32 bits', [1, { ordinal: 2 ** 32 }]],
  ])('are refused with %s', async (_issue, [id, given]) => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    await expect(client.upsert(collection, [pointOf(2), pointOf(id, given)])).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
    expect(await client.scan(collection, { limit: 10 })).toEqual([]);
  });

  it('come in batches of at most a thousand', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    const points = Array.from({ length: 1_001 }, (_, number) => pointOf(number + 1));
    await expect(client.upsert(collection, points)).rejects.toMatchObject({ code: 'invalid_parameter' });
    await client.upsert(collection, points.slice(0, 1_000));
    await client.upsert(collection, []);
    expect(idsOf(await client.scan(collection, { limit: 2_000 }))).toHaveLength(1_000);
  });

  it('come in the largest batches with the most dimensions', async () => {
    const dimensions = 4_096;
    const collection = await index().createCollection(dimensions);
    const client = index().open();
    const [vector] = clusteredVectors(1, { dimensions, clusters: 1, seed: 1 });
    const points = Array.from({ length: 1_000 }, (_, number) => pointOf(number + 1, { vector: vector! }));
    await client.upsert(collection, points);
    expect(idsOf(await client.scan(collection, { limit: 2_000 }))).toHaveLength(1_000);
  });
});
