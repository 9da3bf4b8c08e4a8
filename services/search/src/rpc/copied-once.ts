import { search } from '@heliograph/proto';
import { encodeBytesFields } from '@heliograph/runtime';

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
  return encodeBytesFields([[1, response.itemsJson]], encode({ ...response, itemsJson: NO_BYTES }));
}
