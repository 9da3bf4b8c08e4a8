import type { search } from '@heliograph/proto';
import type { CursorCodec, CursorPosition } from './cursor';
import type { RequestFault } from './faults';
import { digestOfFilters } from './filters-digest';
import { expiryOf, type SemanticCursor, type SemanticCursorCodec } from './semantic-cursor';

/** The cursors of both modes of search. */
export interface Cursors {
  keyword: CursorCodec;
  semantic: SemanticCursorCodec;
}

/** What a cursor must have been made for. */
export interface ContinuedSearch {
  filters: search.Filters;
  limit: number;
  /** The text to rank by. */
  semantic: string;
  /** Whether everything else of the request was read: with other faults it cannot be told what the cursor is to be compared with. */
  isComparable: boolean;
}

type Fault = Omit<RequestFault, 'parameter'>;
type Read<Found> = { found: Found } | { fault: Fault };

const INVALID: Fault = { code: 'cursor_invalid', message: 'is not a cursor of this API, or was changed' };
const mismatch = (message: string): { fault: Fault } => ({ fault: { code: 'cursor_mismatch', message } });

/** Reads the cursor of a keyword search. */
export function readKeywordCursor(
  text: string,
  { filters, isComparable }: ContinuedSearch,
  cursors: Cursors,
): Read<CursorPosition> {
  const cursor = cursors.keyword.decode(text);
  if (cursor) {
    if (!isComparable || cursor.digest.equals(digestOfFilters(filters))) return { found: cursor.position };
    return mismatch('was made for other filters; repeat exactly the same ones');
  }
  if (!cursors.semantic.decode(text)) return { fault: INVALID };
  return mismatch('was made by a semantic search; repeat its "semantic", or begin without the cursor');
}

/** Reads the cursor of a semantic search, which has to be continued with all that it was begun with. */
export function readSemanticCursor(
  text: string,
  search: ContinuedSearch,
  cursors: Cursors,
  nowMs: number,
): Read<SemanticCursor> {
  const cursor = cursors.semantic.decode(text);
  if (!cursor) {
    if (!cursors.keyword.decode(text)) return { fault: INVALID };
    return mismatch('was made by a search without "semantic"; begin the semantic search without the cursor');
  }
  if (nowMs >= expiryOf(cursor.issuedAtMs)) {
    const message = 'has expired: it held for one hour; begin the search again without it';
    return { fault: { code: 'cursor_expired', message } };
  }
  const changes = search.isComparable ? changesSince(cursor, search, cursors.semantic) : [];
  if (changes.length === 0) return { found: cursor };
  return mismatch(`was made for ${listed(changes)}; repeat the search exactly, or begin without the cursor`);
}

function changesSince(
  cursor: SemanticCursor,
  { semantic, filters, limit }: ContinuedSearch,
  codec: SemanticCursorCodec,
): string[] {
  const changes = [];
  if (!codec.isOfQuery(semantic, cursor)) changes.push('another query');
  if (!cursor.filtersDigest.equals(digestOfFilters(filters))) changes.push('other filters');
  if (cursor.limit !== limit) changes.push('another limit');
  return changes;
}

function listed(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');
}
