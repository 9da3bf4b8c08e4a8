import { describeIndexes } from '../support/indexes';
import { atAngle, DIMENSIONS, idsOf, pointOf, queryOf } from '../support/points';

describeIndexes('collections', (index) => {
  it('are created once, even by concurrent programs', async () => {
    const name = index().collectionName();
    const clients = [index().open(), index().open(), index().open()];
    const made = await Promise.all(clients.map((client) => client.prepare({ name, dimensions: DIMENSIONS })));
    expect(made).toContainEqual({ isNew: true });
    const [client] = clients as [(typeof clients)[0]];
    await client.upsert(name, [pointOf(1)]);
    expect(await client.prepare({ name, dimensions: DIMENSIONS })).toEqual({ isNew: false });
    expect(idsOf(await client.query(name, queryOf()))).toEqual(['1']);
  });

  it('are separate from each other', async () => {
    const client = index().open();
    const [first, second] = [await index().createCollection(8), await index().createCollection(40)];
    await client.upsert(first, [pointOf(1, { vector: atAngle(0, 8) })]);
    await client.upsert(second, [
      pointOf(1, { vector: atAngle(0, 40) }),
      pointOf(2, { vector: atAngle(5, 40) }),
    ]);
    await client.remove(second, ['1']);
    expect(idsOf(await client.query(first, queryOf({ vector: atAngle(0, 8) })))).toEqual(['1']);
    expect(idsOf(await client.query(second, queryOf({ vector: atAngle(0, 40) })))).toEqual(['2']);
    const listed = (await client.list()).filter(({ name }) => name === first || name === second);
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual({ name: first, dimensions: 8, points: 1 });
    expect(listed).toContainEqual({ name: second, dimensions: 40, points: 1 });
  });

  it('keep their dimensions', async () => {
    const name = await index().createCollection(DIMENSIONS);
    const prepared = index().open().prepare({ name, dimensions: 8 });
    await expect(prepared).rejects.toMatchObject({ code: 'invalid_parameter' });
  });

  it('are dropped with their points; dropping a nonexistent one does nothing', async () => {
    const client = index().open();
    const name = await index().createCollection(DIMENSIONS);
    await client.upsert(name, [pointOf(1)]);
    await client.drop(name);
    await client.drop(name);
    expect((await client.list()).map((collection) => collection.name)).not.toContain(name);
    await expect(client.query(name, queryOf())).rejects.toMatchObject({ code: 'not_found' });
    expect(await client.prepare({ name, dimensions: DIMENSIONS })).toEqual({ isNew: true });
    expect(idsOf(await client.query(name, queryOf()))).toEqual([]);
  });

  it('that do not exist are not found', async () => {
    const client = index().open();
    const name = index().collectionName();
    for (const call of [
      () => client.query(name, queryOf()),
      () => client.upsert(name, [pointOf(1)]),
      () => client.upsert(name, []),
      () => client.remove(name, ['1']),
      () => client.remove(name, []),
      () => client.scan(name, { limit: 1 }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it.each(['', 'Upper', '../up', '.hidden', 'x'.repeat(81), 'a b'])('cannot be named %j', async (name) => {
    const client = index().open();
    for (const call of [
      () => client.prepare({ name, dimensions: DIMENSIONS }),
      () => client.query(name, queryOf()),
      () => client.drop(name),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'invalid_parameter' });
    }
  });
});
