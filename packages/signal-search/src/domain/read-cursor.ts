import { FILTER_PARAMETERS } from '@heliograph/contract';
import type { search } from '@heliograph/proto';
import { CursorCodec, type CursorPosition } from './cursor';
import type { CursorHolder, CursorSecrets } from './cursor-signature';
import type { RequestIssue } from './issues';
import { digestOfFilters } from './filters-digest';
import { expiryOf, SemanticCursorCodec, type SemanticCursor } from './semantic-cursor';

/** The cursor codecs of both search modes. */
export interface Cursors {
  keyword: CursorCodec;
  semantic: SemanticCursorCodec;
}

/** The codecs for one holder's cursors. */
export function cursorsOf(secrets: CursorSecrets, holder: CursorHolder): Cursors {
  return {
    keyword: new CursorCodec(secrets, holder),
    semantic: new SemanticCursorCodec(secrets, holder),
  };
}

/** The search that a cursor must have been issued for. */
interface ContinuedSearch {
  filters: search.Filters;
  limit: number;
  /** The text to rank by. */
  semantic: string;
  /** Whether a parameter was refused: it is then unknown whether it matches the cursor. */
  isInvalid(parameter: string): boolean;
}

type Issue = Omit<RequestIssue, 'parameter'>;
type Read<Found> = { found: Found } | { issue: Issue };

const INVALID: Issue = {
  code: 'cursor_invalid',
  message: 'is not a valid cursor for this account and endpoint',
};
const mismatch = (message: string): { issue: Issue } => ({ issue: { code: 'cursor_mismatch', message } });

/** Reads the cursor of a keyword search. */
export function readKeywordCursor(
  text: string,
  search: ContinuedSearch,
  cursors: Cursors,
): Read<CursorPosition> {
  const cursor = cursors.keyword.decode(text);
  if (cursor) {
    if (hasFilters(cursor.digest, search)) return { found: cursor.position };
    return mismatch('belongs to a search with other filters; use exactly the same filters');
  }
  if (!cursors.semantic.decode(text)) return { issue: INVALID };
  return mismatch('was made by a semantic search; repeat its "semantic", or start without the cursor');
}

/** Reads the cursor of a semantic search, which must repeat all its original parameters. */
export function readSemanticCursor(
  text: string,
  search: ContinuedSearch,
  cursors: Cursors,
  nowMs: number,
): Read<SemanticCursor> {
  const cursor = cursors.semantic.decode(text);
  if (!cursor) {
    if (!cursors.keyword.decode(text)) return { issue: INVALID };
    return mismatch('was made by a search without "semantic"; start the semantic search without the cursor');
  }
  if (nowMs >= expiryOf(cursor.issuedAtMs)) {
    const message = 'has expired: cursors are valid for one hour; start again without it';
    return { issue: { code: 'cursor_expired', message, isLate: true } };
  }
  const changes = changesSince(cursor, search, cursors.semantic);
  if (changes.length === 0) return { found: cursor };
  return mismatch(
    `belongs to a search with ${listed(changes)}; repeat the search exactly, or start without the cursor`,
  );
}

function changesSince(cursor: SemanticCursor, search: ContinuedSearch, codec: SemanticCursorCodec): string[] {
  const { semantic, limit, isInvalid } = search;
  const changes = [];
  if (!isInvalid('semantic') && !codec.isOfQuery(semantic, cursor)) changes.push('another query');
  if (!hasFilters(cursor.filtersDigest, search)) changes.push('other filters');
  if (!isInvalid('limit') && cursor.limit !== limit) changes.push('another limit');
  return changes;
}

/** Whether a cursor's filters are those of the search; invalid parameters are ignored. */
export function hasFilters(
  digest: Buffer,
  { filters, isInvalid }: Pick<ContinuedSearch, 'filters' | 'isInvalid'>,
): boolean {
  return FILTER_PARAMETERS.some(isInvalid) || digest.equals(digestOfFilters(filters));
}

function listed(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');
}
