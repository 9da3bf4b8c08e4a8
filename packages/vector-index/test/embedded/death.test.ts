import { waitFor } from '@heliograph/testing';
import { describeEmbedded, reached } from '../support/indexes';
import { atAngle, DIMENSIONS, idsOf, pointOf, queryOf } from '../support/points';

const BATCH = 20;

describeEmbedded('the death of the vectors service', (index) => {
  it('loses nothing that was confirmed, and clients reconnect by themselves', async () => {
    const collection = await index().createCollection(DIMENSIONS);
    const client = index().open();
    await client.upsert(collection, [pointOf(1), pointOf(2, { vector: atAngle(20) })]);
    await client.remove(collection, ['2']);
    expect(idsOf(await client.query(collection, queryOf()))).toEqual(['1']);

    let next = 100;
    let confirmed = next;
    let isDead = false;
    const writing = (async () => {
      while (!isDead) {
        const points = Array.from({ length: BATCH }, (_, number) => pointOf(next + number));
        next += BATCH;
        await client.upsert(collection, points);
        confirmed = next;
      }
    })();
    await waitFor(() => confirmed > 1_000);
    await index().kill();
    isDead = true;
    await expect(writing).rejects.toMatchObject({ code: 'unavailable' });
    await expect(client.query(collection, queryOf())).rejects.toMatchObject({ code: 'unavailable' });
    await expect(client.checkReachable()).rejects.toMatchObject({ code: 'unavailable' });

    await index().restart();
    await reached(client);
    expect(await client.prepare({ name: collection, dimensions: DIMENSIONS })).toEqual({ isNew: false });
    const ids = idsOf(await client.scan(collection, { limit: 10_000 })).map(Number);
    const written = (last: number) => Array.from({ length: last - 100 }, (_, number) => 100 + number);
    // The batch in flight may be stored completely.
    expect([written(confirmed), written(confirmed + BATCH)]).toContainEqual(ids.slice(1));
    expect(ids[0]).toBe(1);
    await waitFor(() => client.query(collection, queryOf({ limit: 1_000 })));
    expect(idsOf(await client.query(collection, queryOf({ limit: 5 })))[0]).toBe(String(ids.at(-1)));
  });
});
