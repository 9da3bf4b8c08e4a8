import { MAXIMUM_PAGE_SIZE, SIGNAL_ID } from '@heliograph/contract';
import { CursorSignature, SIGNATURE_BYTES, type CursorHolder, type CursorSecrets } from './cursor-signature';
import { DIGEST_BYTES } from './filters-digest';

/** Semantic cursors are valid for one hour (docs/published-interface.md, 3.6). */
const SEMANTIC_CURSOR_LIFETIME_MS = 3_600_000;

/** Where a semantic search continues, and what the request must repeat. */
export interface SemanticCursor {
  /** Digest of the text to rank by; see {@link SemanticCursorCodec.digestOfQuery}. */
  queryDigest: Buffer;
  filtersDigest: Buffer;
  limit: number;
  /** The last item of the previous page. */
  after: { similarityMillionths: number; id: string };
  /** What was published as of the first page: epoch milliseconds, and an exclusive bound on the catalog's ordinals. */
  cutoff: { asOfMs: number; ordinalBelow: number };
  /** The collection of vectors that the pages come from. */
  collection: string;
  /** Epoch milliseconds. */
  issuedAtMs: number;
}

const VERSION = 2;
const SIMILARITY_OFFSET = 1;
const ID_OFFSET = 5;
const AS_OF_OFFSET = 13;
const ORDINAL_OFFSET = 21;
const ISSUED_OFFSET = 25;
const LIMIT_OFFSET = 33;
const QUERY_OFFSET = 34;
const FILTERS_OFFSET = QUERY_OFFSET + DIGEST_BYTES;
const COLLECTION_OFFSET = FILTERS_OFFSET + DIGEST_BYTES;
const COLLECTION_FORM = /^[a-z0-9._-]{1,80}$/;
const SHORTEST_BYTES = COLLECTION_OFFSET + 1 + SIGNATURE_BYTES;
const LONGEST_TEXT = 216;
const TEXT_FORM = /^[A-Za-z0-9_-]+$/;
const GREATEST_SIMILARITY = 1_000_000;

/**
 * Creates and reads cursors of semantic searches. A cursor is base64url of: version (1 byte), last similarity in
 * millionths (4) and id (8), cutoff as time (8) and ordinal (4), time of issue (8), limit (1), digests of the query
 * (16) and of the filters (16), the name of the collection (1 to 80), and the first 16 bytes of an HMAC-SHA256 over its
 * holder and all of this: 111 to 216 characters, longer than any cursor of keyword search. It reveals nothing about the
 * query's text.
 */
export class SemanticCursorCodec {
  private readonly signature: CursorSignature;
  private readonly queries: CursorSignature;

  constructor(secrets: CursorSecrets, holder: CursorHolder) {
    this.signature = new CursorSignature(secrets, 'semantic cursor', holder);
    this.queries = new CursorSignature(secrets, 'semantic query', holder);
  }

  /** Keyed, so that guessing cannot find the text. */
  digestOfQuery(text: string): Buffer {
    return this.queries.of(text);
  }

  /** Whether a cursor belongs to this text. */
  isOfQuery(text: string, { queryDigest }: SemanticCursor): boolean {
    return this.queries.isOf(text, queryDigest);
  }

  /** @throws RangeError if the collection's name is invalid. */
  encode(cursor: SemanticCursor): string {
    const { after, cutoff, collection } = cursor;
    if (!COLLECTION_FORM.test(collection)) throw new RangeError('this is not the name of a collection');
    const signatureOffset = COLLECTION_OFFSET + collection.length;
    const bytes = Buffer.allocUnsafe(signatureOffset + SIGNATURE_BYTES);
    bytes[0] = VERSION;
    bytes.writeInt32BE(after.similarityMillionths, SIMILARITY_OFFSET);
    bytes.writeBigUInt64BE(BigInt(after.id), ID_OFFSET);
    bytes.writeBigUInt64BE(BigInt(cutoff.asOfMs), AS_OF_OFFSET);
    bytes.writeUInt32BE(cutoff.ordinalBelow, ORDINAL_OFFSET);
    bytes.writeBigUInt64BE(BigInt(cursor.issuedAtMs), ISSUED_OFFSET);
    bytes[LIMIT_OFFSET] = cursor.limit;
    bytes.set(cursor.queryDigest, QUERY_OFFSET);
    bytes.set(cursor.filtersDigest, FILTERS_OFFSET);
    bytes.write(collection, COLLECTION_OFFSET, 'latin1');
    bytes.set(this.signature.of(bytes.subarray(0, signatureOffset)), signatureOffset);
    return bytes.toString('base64url');
  }

  /** @returns undefined if the text is not a cursor made with these secrets for this holder. Does not check expiry. */
  decode(text: string): SemanticCursor | undefined {
    if (text.length > LONGEST_TEXT || !TEXT_FORM.test(text)) return undefined;
    const bytes = Buffer.from(text, 'base64url');
    const signatureOffset = bytes.length - SIGNATURE_BYTES;
    if (bytes.length < SHORTEST_BYTES || bytes[0] !== VERSION) return undefined;
    if (!this.signature.isOf(bytes.subarray(0, signatureOffset), bytes.subarray(signatureOffset)))
      return undefined;
    // The last character's spare bits are not signed: refuse all but the one canonical text.
    if (bytes.toString('base64url') !== text) return undefined;
    const cursor: SemanticCursor = {
      queryDigest: bytes.subarray(QUERY_OFFSET, FILTERS_OFFSET),
      filtersDigest: bytes.subarray(FILTERS_OFFSET, COLLECTION_OFFSET),
      limit: bytes.readUInt8(LIMIT_OFFSET),
      after: {
        similarityMillionths: bytes.readInt32BE(SIMILARITY_OFFSET),
        id: String(bytes.readBigUInt64BE(ID_OFFSET)),
      },
      cutoff: {
        asOfMs: Number(bytes.readBigUInt64BE(AS_OF_OFFSET)),
        ordinalBelow: bytes.readUInt32BE(ORDINAL_OFFSET),
      },
      collection: bytes.toString('latin1', COLLECTION_OFFSET, signatureOffset),
      issuedAtMs: Number(bytes.readBigUInt64BE(ISSUED_OFFSET)),
    };
    return isWellFormed(cursor) ? cursor : undefined;
  }
}

/** A signed cursor may come from another program version, so it must be checked as well. */
function isWellFormed({ limit, after, collection }: SemanticCursor): boolean {
  return (
    limit >= 1 &&
    limit <= MAXIMUM_PAGE_SIZE &&
    Math.abs(after.similarityMillionths) <= GREATEST_SIMILARITY &&
    SIGNAL_ID.test(after.id) &&
    COLLECTION_FORM.test(collection)
  );
}

/** When a cursor expires. Both in epoch milliseconds. */
export const expiryOf = (issuedAtMs: number) => issuedAtMs + SEMANTIC_CURSOR_LIFETIME_MS;
