import {
  documentOf,
  keysOf,
  selectMembers,
  TitleMatcher,
  titleOf,
  type Found,
  type SignalFilters,
  type Slices,
} from '@heliograph/read-model';
import type { FoundChange } from '../changes/find-changes';
import { responseTooLarge, MAXIMUM_RESPONSE_BYTES } from '@heliograph/runtime';

const [OPEN, COMMA, CLOSE] = [0x5b, 0x2c, 0x5d];

/**
 * The JSON array of these items, in UTF-8. Documents are copied unchanged: nothing is parsed or encoded.
 *
 * @param fields names of each item's fields besides its id; empty: all.
 */
export function itemsJson(found: readonly Found[], fields: readonly string[]): Buffer {
  return documentsJson(
    found.map(({ view, row }) => documentOf(view.segment.documents, row)),
    fields,
  );
}

/** Same for items given as JSON. */
export function documentsJson(documents: readonly Uint8Array[], fields: readonly string[]): Buffer {
  return joined(documents.map(selectionOf(fields)));
}

/**
 * Same as {@link itemsJson}, with each item's matches of the filters' terms as its last property. Yields after each
 * item.
 *
 * @throws ServiceError `response_too_large`
 */
export function itemsWithMatches(
  found: readonly Found[],
  filters: SignalFilters,
  fields: readonly string[],
): Slices<Buffer> {
  return documentsWithMatches(
    found.map(({ view, row }) => documentOf(view.segment.documents, row)),
    filters,
    fields,
  );
}

/** Same for items given as JSON. */
export function* documentsWithMatches(
  documents: readonly Uint8Array[],
  filters: SignalFilters,
  fields: readonly string[],
): Slices<Buffer> {
  const matcher = new TitleMatcher(filters);
  const select = selectionOf(fields);
  const items: Buffer[] = [];
  let length = 0;
  for (const document of documents) {
    const item = withMember(
      select(document),
      'matched',
      JSON.stringify(matcher.matchesOf(titleOf(document))),
    );
    items.push(item);
    length += item.length;
    if (length > MAXIMUM_RESPONSE_BYTES) throw responseTooLarge();
    yield;
  }
  return joined(items);
}

/**
 * The JSON array of these changes, in UTF-8: `{change, at, signal}`. A withdrawn signal has only its id.
 *
 * @param fields as in {@link itemsJson}.
 * @throws ServiceError `response_too_large`
 */
export function changesJson(changes: readonly FoundChange[], fields: readonly string[]): Buffer {
  const select = selectionOf(fields);
  const items: Buffer[] = [];
  let length = 0;
  for (const { row, found } of changes) {
    const head = `{"change":"${row.kind}","at":"${new Date(row.atMs).toISOString()}","signal":`;
    const signal = found
      ? select(documentOf(found.view.segment.documents, found.row))
      : Buffer.from(`{"id":"${row.id}"}`);
    const item = Buffer.concat([Buffer.from(head), signal, Buffer.from('}')]);
    items.push(item);
    length += item.length;
    if (length > MAXIMUM_RESPONSE_BYTES) throw responseTooLarge();
  }
  return joined(items);
}

/** Same as {@link itemsJson}, with each item's similarity, from -1 to 1, as its last property. */
export function itemsWithSimilarity(
  found: readonly (Found & { similarityMillionths: number })[],
  fields: readonly string[],
): Buffer {
  return documentsWithSimilarity(
    found.map(({ view, row, similarityMillionths }) => ({
      document: documentOf(view.segment.documents, row),
      similarityMillionths,
    })),
    fields,
  );
}

/** Same for items given as JSON. */
export function documentsWithSimilarity(
  found: readonly { document: Uint8Array; similarityMillionths: number }[],
  fields: readonly string[],
): Buffer {
  const select = selectionOf(fields);
  const isChosen = fields.length === 0 || fields.includes('similarity');
  return joined(
    found.map(({ document, similarityMillionths }) => {
      const item = select(document);
      return isChosen ? withMember(item, 'similarity', String(similarityMillionths / 1e6)) : item;
    }),
  );
}

/** Selects the chosen fields and the id of documents; all by default. */
function selectionOf(fields: readonly string[]): (document: Uint8Array) => Uint8Array {
  if (fields.length === 0) return (document) => document;
  const keys = keysOf(['id', ...fields]);
  return (document) => selectMembers(document, keys);
}

/** An object with one more member at its end. @param json the member's value. */
function withMember(document: Uint8Array, name: string, json: string): Buffer {
  const end = `,"${name}":${json}}`;
  const item = Buffer.allocUnsafe(document.length - 1 + Buffer.byteLength(end));
  item.set(document.subarray(0, document.length - 1));
  item.write(end, document.length - 1);
  return item;
}

const WORD = 8;

/**
 * Documents are word-aligned in shared memory, from which V8 copies byte by byte unless the target is word-aligned too.
 * So each is copied to the next aligned position and then moved into place, which takes half the time.
 */
function joined(items: readonly Uint8Array[]): Buffer {
  const length = items.reduce((sum, item) => sum + item.length + 1, items.length === 0 ? 2 : 1);
  const json = Buffer.allocUnsafe(length + WORD);
  json[0] = OPEN;
  let at = 1;
  for (const [index, item] of items.entries()) {
    if (index > 0) json[at++] = COMMA;
    const word = at + WORD - ((json.byteOffset + at) % WORD);
    json.set(item, word);
    json.copyWithin(at, word, word + item.length);
    at += item.length;
  }
  json[at] = CLOSE;
  return json.subarray(0, length);
}
