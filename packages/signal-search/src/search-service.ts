import { search } from '@heliograph/proto';
import { splitBytesField } from '@heliograph/runtime';

const ITEMS_FIELD = 1;

/**
 * Search's service definition with the same wire format as the generated code, but taking the items where they lie:
 * that copies some 20 KB a page, and under load so much memory outside of the heap has the collector mark all of it.
 */
export const searchService = {
  ...search.SearchServiceService,
  search: {
    ...search.SearchServiceService.search,
    responseDeserialize: decoder(search.SearchResponse),
  },
  semanticSearch: {
    ...search.SearchServiceService.semanticSearch,
    responseDeserialize: decoder(search.SemanticSearchResponse),
  },
};

function decoder<Response extends { itemsJson: Buffer }>(generated: {
  decode: (message: Buffer) => Response;
}): (message: Buffer) => Response {
  return (message) => {
    const split = splitBytesField(message, ITEMS_FIELD);
    return split ? { ...generated.decode(split.rest), itemsJson: split.value } : generated.decode(message);
  };
}
