import { search } from '@heliograph/proto';
import { encodeBytesFields, splitBytesField } from './bytes-fields';

/** Field number of `items_json` in both responses. */
const ITEMS_FIELD = 1;
const NO_BYTES = Buffer.alloc(0);

/** A response with items. */
interface WithItems {
  itemsJson: Buffer;
}

interface Generated<Response> {
  encode: (response: Response) => { finish: () => Uint8Array };
  decode: (message: Buffer) => Response;
}

const { search: keyword, semanticSearch: semantic } = search.SearchServiceService;

/**
 * The search service's definition for both sides, with the generated code's wire format. Generated code copies a page's
 * items, about 20 KB, three times when encoding and once when decoding: so much off-heap memory that under load the
 * garbage collector marks the whole heap once a second. This one copies them once when encoding and never when
 * decoding.
 */
export const searchService = {
  ...search.SearchServiceService,
  search: { ...keyword, ...withItems(search.SearchResponse) },
  semanticSearch: { ...semantic, ...withItems(search.SemanticSearchResponse) },
};

function withItems<Response extends WithItems>({ encode, decode }: Generated<Response>) {
  return {
    responseSerialize: (response: Response) =>
      encodeBytesFields(
        [[ITEMS_FIELD, response.itemsJson]],
        encode({ ...response, itemsJson: NO_BYTES }).finish(),
      ),
    responseDeserialize: (message: Buffer): Response => {
      const split = splitBytesField(message, ITEMS_FIELD);
      return split ? { ...decode(split.rest), itemsJson: split.value } : decode(message);
    },
  };
}
