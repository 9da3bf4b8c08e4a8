import { search } from '@heliograph/proto';
import { encodeBytesFields, splitBytesField } from './bytes-fields';

/** Number of `items_json` in both responses. */
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
 * Search's service definition for both its sides, with the same wire format as the generated code. That copies a page's
 * items, about 20 KB, three times when it encodes them and once when it decodes them: so much memory outside of the heap
 * that under load the collector marks all of it once a second. Here they are copied once, and taken where they lie.
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
