import { vectors } from '@heliograph/proto';
import { vectorsService } from './copied-once';

const generated = vectors.VectorsServiceService.query.responseSerialize;

it.each([0, 1, 10, 15, 16, 1_000])('encodes %d packed matches like the generated code', (count) => {
  const response: vectors.QueryResponse = {
    ids: [],
    similarities: [],
    packedIds: Buffer.from(BigUint64Array.from({ length: count }, (_, index) => BigInt(index) << 40n).buffer),
    packedSimilarities: Buffer.from(Int32Array.from({ length: count }, (_, index) => -index).buffer),
  };
  expect(vectorsService.query.responseSerialize(response).equals(generated(response))).toBe(true);
});

it('encodes listed matches like the generated code', () => {
  const nothing = Buffer.alloc(0);
  const response = { ids: [5n, 4n], similarities: [7, -7], packedIds: nothing, packedSimilarities: nothing };
  expect(vectorsService.query.responseSerialize(response).equals(generated(response))).toBe(true);
});
