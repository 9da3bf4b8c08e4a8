import { randomBytes } from 'node:crypto';
import type { QdrantSettings } from '../../src';
import { describeQdrant } from '../support/indexes';
import { DIMENSIONS } from '../support/points';

describeQdrant('a prefix for collections in Qdrant', (index) => {
  const withPrefix = (collectionPrefix: string) =>
    index().open({ ...(index().settings as QdrantSettings), collectionPrefix });

  it('separates installations that share a server', async () => {
    const name = index().collectionName();
    const [one, other] = ['a', 'b'].map((letter) => `${letter}-${randomBytes(4).toString('hex')}-`);
    const first = withPrefix(one!);
    const second = withPrefix(other!);
    try {
      await first.prepare({ name, dimensions: DIMENSIONS });
      expect(await first.list()).toEqual([{ name, dimensions: DIMENSIONS, points: 0 }]);
      expect(await second.list()).toEqual([]);
      expect((await index().open().list()).map((listed) => listed.name)).toContain(`${one}${name}`);
      await expect(second.scan(name, { limit: 1 })).rejects.toMatchObject({ code: 'not_found' });
      await second.drop(name);
      expect(await first.scan(name, { limit: 1 })).toEqual([]);
    } finally {
      await first.drop(name);
    }
  });
});
