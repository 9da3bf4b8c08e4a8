import { vectors } from '@heliograph/proto';

/** `packed_ids` and `packed_similarities`: fields 3 and 4, length-delimited (protobuf's encoding, "Message structure"). */
const IDS_TAG = (3 << 3) | 2;
const SIMILARITIES_TAG = (4 << 3) | 2;
/** A tag and the longest length. */
const HEADER_BYTES = 6;

/**
 * The service's definition with the same wire format as the generated code, but copying packed matches once: that
 * copies 12 KB four times, and under load the garbage has this thread's collector mark its heap three times a second.
 */
export const vectorsService = {
  ...vectors.VectorsServiceService,
  query: { ...vectors.VectorsServiceService.query, responseSerialize: encoded },
};

function encoded(response: vectors.QueryResponse): Buffer {
  const { ids, packedIds, packedSimilarities } = response;
  if (ids.length > 0) return vectors.VectorsServiceService.query.responseSerialize(response);
  const bytes = Buffer.allocUnsafe(packedIds.length + packedSimilarities.length + 2 * HEADER_BYTES);
  const end = writeField(bytes, 0, IDS_TAG, packedIds);
  return bytes.subarray(0, writeField(bytes, end, SIMILARITIES_TAG, packedSimilarities));
}

/** @returns where it ends. An empty one is not written. */
function writeField(bytes: Buffer, start: number, tag: number, value: Buffer): number {
  if (value.length === 0) return start;
  let at = start;
  bytes[at++] = tag;
  let rest = value.length;
  for (; rest >= 0x80; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
  bytes[at++] = rest;
  bytes.set(value, at);
  return at + value.length;
}
