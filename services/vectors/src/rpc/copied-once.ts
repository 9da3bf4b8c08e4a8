import { vectors } from '@heliograph/proto';
import { encodeBytesFields } from '@heliograph/runtime';

const { query } = vectors.VectorsServiceService;

/**
 * The service's definition with the same wire format as the generated code, but copying packed matches once: that
 * copies 12 KB four times, and under load the garbage has this thread's collector mark its heap three times a second.
 */
export const vectorsService = {
  ...vectors.VectorsServiceService,
  query: { ...query, responseSerialize: encoded },
};

function encoded(response: vectors.QueryResponse): Buffer {
  const { ids, packedIds, packedSimilarities } = response;
  if (ids.length > 0) return query.responseSerialize(response);
  return encodeBytesFields([
    [3, packedIds],
    [4, packedSimilarities],
  ]);
}
