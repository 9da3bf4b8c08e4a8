import { MemoryAdapter, MemoryStorage } from './memory-adapter';

it('removes what has expired', async () => {
  const adapter = new MemoryAdapter('Session', new MemoryStorage());
  await adapter.upsert('a', { uid: 'u' }, 60);
  await adapter.upsert('b', { uid: 'v' }, 0);
  expect(await adapter.find('a')).toEqual({ uid: 'u' });
  expect(await adapter.findByUid('u')).toEqual({ uid: 'u' });
  expect(await adapter.find('b')).toBeUndefined();
  expect(await adapter.findByUid('v')).toBeUndefined();
});

it('separates the models', async () => {
  const storage = new MemoryStorage();
  await new MemoryAdapter('Session', storage).upsert('a', {}, 60);
  expect(await new MemoryAdapter('Grant', storage).find('a')).toBeUndefined();
});

it('evicts the oldest when there is too much', async () => {
  const storage = new MemoryStorage(3);
  const adapter = new MemoryAdapter('Interaction', storage);
  for (const id of ['a', 'b', 'c']) await adapter.upsert(id, {}, 60);
  await adapter.upsert('a', {}, 60);
  await adapter.upsert('d', {}, 60);
  expect(storage.size).toBe(3);
  expect(await adapter.find('b')).toBeUndefined();
  expect(await adapter.find('a')).toEqual({});
});

it('revokes everything in a grant at once', async () => {
  const storage = new MemoryStorage();
  const [codes, tokens] = [new MemoryAdapter('Code', storage), new MemoryAdapter('Token', storage)];
  await codes.upsert('c', { grantId: 'g' }, 60);
  await tokens.upsert('t', { grantId: 'g' }, 60);
  await tokens.upsert('other', { grantId: 'h' }, 60);
  await codes.revokeByGrantId('g');
  expect([await codes.find('c'), await tokens.find('t'), await tokens.find('other')]).toEqual([
    undefined,
    undefined,
    { grantId: 'h' },
  ]);
});
