import type { vectors } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';

export async function listCollections(
  { index }: Context,
  { deadline }: CallContext,
): Promise<vectors.ListCollectionsResponse> {
  const collections = await index.run('list', {}, deadline);
  return {
    collections: collections.map(({ name, dimensions, points }) => ({
      name,
      dimensions,
      points: BigInt(points),
    })),
  };
}
