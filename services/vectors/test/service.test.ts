import { call, bytesOf, pointOf, startVectors, type TestVectors } from './support/vectors';
import { atAngle, DIMENSIONS } from './support/points';

const COLLECTION = 'signals-x';
let service: TestVectors;
beforeAll(async () => {
  service = await startVectors();
  await service.client.prepare({ collection: COLLECTION, dimensions: DIMENSIONS }, call);
});
afterAll(() => service.release());

const query = {
  collection: COLLECTION,
  vector: bytesOf(atAngle(0)),
  limit: 10,
  publishedUntilMs: 0n,
  ordinalBelow: 0,
  packed: false,
};

it('lets search only read, and refuses other callers', async () => {
  const [search, gateway] = [service.connect('search'), service.connect('gateway')];
  expect((await search.query(query, call)).ids).toEqual([]);
  await search.listCollections({}, call);
  for (const refused of [
    () => search.prepare({ collection: 'signals-y', dimensions: 4 }, call),
    () => search.upsert({ collection: COLLECTION, points: [] }, call),
    () => search.remove({ collection: COLLECTION, ids: [] }, call),
    () => search.scan({ collection: COLLECTION, afterId: '', limit: 1 }, call),
    () => search.drop({ collection: COLLECTION }, call),
    () => gateway.query(query, call),
  ]) {
    await expect(refused()).rejects.toThrow();
  }
  expect((await search.listCollections({}, call)).collections).toHaveLength(1);
});

it('names every issue in a request', async () => {
  const points = [
    pointOf(1, { id: '0' }),
    pointOf(2, { version: 2n ** 60n }),
    pointOf(3, { vector: Buffer.alloc(7) }),
    pointOf(4, { vector: bytesOf(atAngle(0).map((value) => value * 3)) }),
  ];
  await expect(service.client.upsert({ collection: 'X', points }, call)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [
      expect.objectContaining({ parameter: 'collection' }),
      expect.objectContaining({ parameter: 'id' }),
      expect.objectContaining({ parameter: 'version' }),
      expect.objectContaining({ parameter: 'vector' }),
      expect.objectContaining({ parameter: 'vector' }),
      expect.objectContaining({ parameter: 'vector' }),
    ],
  });
});

it('counts points, queries, and waiting tasks', async () => {
  await service.client.upsert(
    { collection: COLLECTION, points: [pointOf(1, { version: 2n }), pointOf(2)] },
    call,
  );
  await service.client.upsert({ collection: COLLECTION, points: [pointOf(1)] }, call);
  await service.client.query(query, call);
  await service.client.remove({ collection: COLLECTION, ids: ['2', '3'] }, call);
  const text = await service.metrics();
  const value = (pattern: string) => Number(new RegExp(`^heliograph_${pattern} (.*)$`, 'm').exec(text)?.[1]);
  expect(value('vectors_upsert_points_total\\{outcome="stored".*\\}')).toBe(2);
  expect(value('vectors_upsert_points_total\\{outcome="older".*\\}')).toBe(1);
  expect(value('vectors_removed_points_total\\{.*\\}')).toBe(1);
  expect(value('vectors_points\\{collection="signals-x".*\\}')).toBe(1);
  expect(value('vectors_file_bytes\\{collection="signals-x".*\\}')).toBeGreaterThan(0);
  expect(value('vectors_query_seconds_count\\{.*\\}')).toBeGreaterThanOrEqual(1);
  expect(value('vectors_waiting\\{kind="query".*\\}')).toBe(0);
});

it('packs its answers on request', async () => {
  await service.client.upsert(
    { collection: COLLECTION, points: [pointOf(1, { version: 3n }), pointOf(60)] },
    call,
  );
  const listed = await service.client.query(query, call);
  expect(listed).toMatchObject({ ids: [1n, 60n], packedIds: Buffer.alloc(0) });
  const { ids, packedIds, packedSimilarities } = await service.client.query({ ...query, packed: true }, call);
  expect(ids).toEqual([]);
  expect([packedIds.readBigUInt64LE(0), packedIds.readBigUInt64LE(8)]).toEqual(listed.ids);
  expect([packedSimilarities.readInt32LE(0), packedSimilarities.readInt32LE(4)]).toEqual(listed.similarities);
  await service.client.remove({ collection: COLLECTION, ids: ['60'] }, call);
});

it('answers concurrent queries independently, even if some fail', async () => {
  const queries = Array.from({ length: 40 }, (_, index) =>
    index % 5 === 0
      ? { ...query, vector: Buffer.from(Float32Array.of(1).buffer) }
      : { ...query, collection: index % 7 === 0 ? 'signals-none' : COLLECTION, limit: index },
  );
  const outcomes = await Promise.allSettled(queries.map((each) => service.client.query(each, call)));
  outcomes.forEach((outcome, index) => {
    if (index % 5 === 0) expect(outcome).toMatchObject({ reason: { code: 'invalid_parameter' } });
    else if (index % 7 === 0) expect(outcome).toMatchObject({ reason: { code: 'not_found' } });
    else expect(outcome).toMatchObject({ value: { ids: [1n] } });
  });
});

it('does not start tasks whose callers canceled, and keeps the order', async () => {
  const hurried = Array.from({ length: 30 }, () => service.client.query(query, { ...call, timeoutMs: 1 }));
  await Promise.allSettled(hurried);
  expect((await service.client.query(query, call)).ids).toEqual([1n]);
});

it('gives a directory to one process at a time, and takes it over from a killed one', async () => {
  await expect(service.startSecond()).rejects.toThrow(/process \d+ has .* open: stop it, or set another/);
  await service.kill();
  const second = await service.startSecond();
  await second.stop();
  await service.start();
  expect((await service.client.scan({ collection: COLLECTION, afterId: '', limit: 5 }, call)).ids).toEqual([
    1n,
  ]);
});
