import { search } from '@heliograph/proto';

/** `items_json` in both responses: field 1, length-delimited (protobuf's encoding, "Message structure"). */
const ITEMS_TAG = (1 << 3) | 2;
const NO_BYTES = Buffer.alloc(0);

/** A response with items. */
interface WithItems {
  itemsJson: Buffer;
}

/**
 * Search's service definition with the same wire format as the generated code, but copying the items once: a page of
 * them is about 20 KB, which that copies three times.
 */
export const searchService = {
  ...search.SearchServiceService,
  search: {
    ...search.SearchServiceService.search,
    responseSerialize: (response: search.SearchResponse) =>
      encoded(response, (rest) => search.SearchResponse.encode(rest).finish()),
  },
  semanticSearch: {
    ...search.SearchServiceService.semanticSearch,
    responseSerialize: (response: search.SemanticSearchResponse) =>
      encoded(response, (rest) => search.SemanticSearchResponse.encode(rest).finish()),
  },
};

function encoded<Result extends WithItems>(response: Result, encode: (rest: Result) => Uint8Array): Buffer {
  const { itemsJson } = response;
  const rest = encode({ ...response, itemsJson: NO_BYTES });
  const header = [ITEMS_TAG, ...varint(itemsJson.length)];
  const bytes = Buffer.allocUnsafe(header.length + itemsJson.length + rest.length);
  bytes.set(header);
  itemsJson.copy(bytes, header.length);
  bytes.set(rest, header.length + itemsJson.length);
  return bytes;
}

function varint(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}
