import { schemas } from '@heliograph/contract';

/**
 * How large a record of the corpus may be. Every hop that carries records is made for these: see {@link largestSignalBytes}.
 */

/** Of a country, a city, an industry and an identifier, in characters (code points): what a search filter can ask for. */
export const longestValue = 180;
export const longestTitle = 1000;
export const longestName = 1000;
export const longestUrl = 4096;
export const longestDescription = 100_000;
/** Industries of a record, and labels of each kind of a signal's hiring. */
export const mostListItems = 50;

/** Identifiers of one kind (categories, hiring labels of a kind, funding stages) in the whole corpus. */
export const mostIdentifiers = 10_000;
/** UTF-8 bytes of their ids and labels together. */
export const mostIdentifierBytes = 1024 * 1024;

/** A character takes up to four bytes of UTF-8; of two that JSON escapes, `"` and `\`, it makes two. */
const bytesOfCharacter = 4;
/** Names of members, punctuation, id, slug, dates, amount and currency; the similarity that semantic search adds. */
const framingBytes = 2_048;
/** Quotes and comma. */
const listItemBytes = longestValue * bytesOfCharacter + 3;
/** Industries and the lists of hiring. */
const lists = 1 + Object.keys(schemas.Signal.properties.hiring.properties).length;

/** UTF-8 bytes of the largest signal that is stored, as it is answered. */
export const largestSignalBytes =
  framingBytes +
  lists * mostListItems * listItemBytes +
  // Country, city, category and funding stage.
  (longestTitle + longestUrl + longestName + 4 * longestValue) * bytesOfCharacter;
