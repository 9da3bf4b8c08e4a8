import { CHANGES_DAYS } from '@heliograph/contract';
import type { search } from '@heliograph/proto';
import { CursorSignature, SIGNATURE_BYTES, type CursorHolder, type CursorSecrets } from './cursor-signature';
import { DIGEST_BYTES } from './filters-digest';

/** A position in the order of changes, and the filters the cursor was issued for. */
interface ChangesCursor {
  position: search.ChangePosition;
  /** Digest of the filters: {@link digestOfFilters}. */
  digest: Buffer;
  /** Epoch milliseconds. */
  issuedAtMs: number;
}

const VERSION = 3;
const POSITION_OFFSET = 1;
const ID_OFFSET = 9;
const ISSUED_OFFSET = 17;
const DIGEST_OFFSET = 25;
const SIGNATURE_OFFSET = DIGEST_OFFSET + DIGEST_BYTES;
const CURSOR_BYTES = SIGNATURE_OFFSET + SIGNATURE_BYTES;
/** 57 bytes encode to exactly 76 characters, with no spare bits, so each cursor has exactly one text. */
const CURSOR_FORM = /^[A-Za-z0-9_-]{76}$/;
const LARGEST_VERSION = BigInt(Number.MAX_SAFE_INTEGER);

const HOLDS_MS = CHANGES_DAYS * 24 * 3_600_000;

/** When a changes cursor expires. Both in epoch milliseconds. */
export const expiryOfChanges = (issuedAtMs: number) => issuedAtMs + HOLDS_MS;

/**
 * Creates and reads cursors of changes. One is base64url of: kind (1 byte), version of the catalog (8), id (8), time of
 * issue in epoch milliseconds (8), digest of the filters (16), and the first 16 bytes of an HMAC-SHA256 over its holder
 * and all of this.
 */
export class ChangesCursorCodec {
  private readonly signature: CursorSignature;

  constructor(secrets: CursorSecrets, holder: CursorHolder) {
    this.signature = new CursorSignature(secrets, 'changes cursor', holder);
  }

  encode({ position, digest, issuedAtMs }: ChangesCursor): string {
    const bytes = Buffer.allocUnsafe(CURSOR_BYTES);
    bytes[0] = VERSION;
    bytes.writeBigUInt64BE(position.version, POSITION_OFFSET);
    bytes.writeBigUInt64BE(BigInt(position.id), ID_OFFSET);
    bytes.writeBigUInt64BE(BigInt(issuedAtMs), ISSUED_OFFSET);
    bytes.set(digest, DIGEST_OFFSET);
    bytes.set(this.signature.of(bytes.subarray(0, SIGNATURE_OFFSET)), SIGNATURE_OFFSET);
    return bytes.toString('base64url');
  }

  /** @returns undefined if the text is not a cursor made with these secrets for this holder. */
  decode(text: string): ChangesCursor | undefined {
    if (!CURSOR_FORM.test(text)) return undefined;
    const bytes = Buffer.from(text, 'base64url');
    const signed = bytes.subarray(0, SIGNATURE_OFFSET);
    if (!this.signature.isOf(signed, bytes.subarray(SIGNATURE_OFFSET))) return undefined;
    const version = bytes.readBigUInt64BE(POSITION_OFFSET);
    if (bytes[0] !== VERSION || version > LARGEST_VERSION) return undefined;
    return {
      position: { version, id: String(bytes.readBigUInt64BE(ID_OFFSET)) },
      issuedAtMs: Number(bytes.readBigUInt64BE(ISSUED_OFFSET)),
      digest: bytes.subarray(DIGEST_OFFSET, SIGNATURE_OFFSET),
    };
  }
}
