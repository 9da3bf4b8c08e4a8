import { isCalendarDate, SIGNAL_ID } from '@heliograph/contract';
import { CursorSignature, SIGNATURE_BYTES, type CursorHolder, type CursorSecrets } from './cursor-signature';
import { DIGEST_BYTES } from './filters-digest';

/** A position in the order of keyword search: after the signal with this date and id. */
export interface CursorPosition {
  /** `YYYY-MM-DD` */
  activityDate: string;
  /** Decimal digits. */
  id: string;
}

interface Cursor {
  position: CursorPosition;
  /** Digest of the filters that the cursor was issued for. */
  digest: Buffer;
}

const VERSION = 1;
const DATE_OFFSET = 1;
const ID_OFFSET = 5;
const DIGEST_OFFSET = 13;
const SIGNATURE_OFFSET = DIGEST_OFFSET + DIGEST_BYTES;
const CURSOR_BYTES = SIGNATURE_OFFSET + SIGNATURE_BYTES;
/** 45 bytes encode to exactly 60 characters, with no spare bits, so each cursor has exactly one text. */
const CURSOR_FORM = /^[A-Za-z0-9_-]{60}$/;

/**
 * Creates and reads cursors of keyword searches. A cursor is base64url of: version (1 byte), date as the number
 * YYYYMMDD (4), id (8), digest of the filters (16), and the first 16 bytes of an HMAC-SHA256 over its holder and all of
 * this. It names a position by key, never by count, so a page neither repeats nor skips a signal that existed
 * throughout. It does not expire.
 */
export class CursorCodec {
  private readonly signature: CursorSignature;

  constructor(secrets: CursorSecrets, holder: CursorHolder) {
    this.signature = new CursorSignature(secrets, 'keyword cursor', holder);
  }

  encode({ position, digest }: Cursor): string {
    const bytes = Buffer.allocUnsafe(CURSOR_BYTES);
    bytes[0] = VERSION;
    bytes.writeUInt32BE(Number(position.activityDate.replaceAll('-', '')), DATE_OFFSET);
    bytes.writeBigUInt64BE(BigInt(position.id), ID_OFFSET);
    bytes.set(digest, DIGEST_OFFSET);
    bytes.set(this.signature.of(bytes.subarray(0, SIGNATURE_OFFSET)), SIGNATURE_OFFSET);
    return bytes.toString('base64url');
  }

  /** @returns undefined if the text is not a cursor made with these secrets for this holder. */
  decode(text: string): Cursor | undefined {
    if (!CURSOR_FORM.test(text)) return undefined;
    const bytes = Buffer.from(text, 'base64url');
    const signed = bytes.subarray(0, SIGNATURE_OFFSET);
    if (!this.signature.isOf(signed, bytes.subarray(SIGNATURE_OFFSET))) return undefined;
    if (bytes[0] !== VERSION) return undefined;
    const date = String(bytes.readUInt32BE(DATE_OFFSET)).padStart(8, '0');
    const activityDate = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
    const id = String(bytes.readBigUInt64BE(ID_OFFSET));
    if (!isCalendarDate(activityDate) || !SIGNAL_ID.test(id)) return undefined;
    return { position: { activityDate, id }, digest: bytes.subarray(DIGEST_OFFSET, SIGNATURE_OFFSET) };
  }
}
