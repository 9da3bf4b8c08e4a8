import { schemas } from '@heliograph/contract';

/**
 * Maximum sizes of corpus records. Every hop that carries records is sized for these: see {@link largestSignalBytes}.
 */

/** Characters (code points) of a country, city, industry, or identifier, that is anything a filter can ask for. */
export const MAXIMUM_VALUE_LENGTH = 180;
export const MAXIMUM_TITLE_LENGTH = 1000;
export const MAXIMUM_NAME_LENGTH = 1000;
export const MAXIMUM_URL_LENGTH = 4096;
export const MAXIMUM_DESCRIPTION_LENGTH = 100_000;
/** Industries per record, and labels per kind of hiring in a signal. */
export const MAXIMUM_LIST_ITEMS = 50;

/** Identifiers per kind (categories, hiring labels of a kind, funding stages) in the whole corpus. */
export const MAXIMUM_IDENTIFIERS = 10_000;
/** UTF-8 bytes of those identifiers and their labels together. */
export const MAXIMUM_IDENTIFIER_BYTES = 1024 * 1024;

/** A character takes up to four bytes of UTF-8; JSON escapes `"` and `\` with two. */
const BYTES_OF_CHARACTER = 4;
/** Member names, punctuation, id, slug, dates, amount, and currency, plus the similarity that semantic search adds. */
const FRAMING_BYTES = 2_048;
/** Includes quotes and comma. */
const LIST_ITEM_BYTES = MAXIMUM_VALUE_LENGTH * BYTES_OF_CHARACTER + 3;
/** The industries and the hiring lists. */
const lists = 1 + Object.keys(schemas.Signal.properties.hiring.properties).length;

/** UTF-8 bytes of the largest stored signal, in response form. */
export const largestSignalBytes =
  FRAMING_BYTES +
  lists * MAXIMUM_LIST_ITEMS * LIST_ITEM_BYTES +
  // Country, city, category, and funding stage.
  (MAXIMUM_TITLE_LENGTH + MAXIMUM_URL_LENGTH + MAXIMUM_NAME_LENGTH + 4 * MAXIMUM_VALUE_LENGTH) *
    BYTES_OF_CHARACTER;
