import { MONTH } from '@heliograph/contract';
import {
  CursorSignature,
  SIGNATURE_BYTES,
  type CursorHolder,
  type CursorSecrets,
} from '@heliograph/signal-search';

/** A place in a month's receipts. */
interface ReceiptPlace {
  /** `YYYY-MM` */
  month: string;
  /** The last returned receipt's sequence. */
  sequence: bigint;
}

const SEQUENCE_BYTES = 8;
const MONTH_LENGTH = 7;
const SIGNED_BYTES = SEQUENCE_BYTES + MONTH_LENGTH;
const FORM = /^[A-Za-z0-9_-]{42}$/;

/**
 * Creates and reads cursors of receipts: base64url of the sequence (8 bytes), the month as text (7), and the first 16
 * bytes of an HMAC-SHA256 over its holder and both. They do not expire.
 */
export class ReceiptCursors {
  private readonly signature: CursorSignature;

  constructor(secrets: CursorSecrets, holder: CursorHolder) {
    this.signature = new CursorSignature(secrets, 'receipt cursor', holder);
  }

  encode({ month, sequence }: ReceiptPlace): string {
    const signed = Buffer.alloc(SIGNED_BYTES);
    signed.writeBigUInt64BE(sequence);
    signed.write(month, SEQUENCE_BYTES, 'latin1');
    return Buffer.concat([signed, this.signature.of(signed)]).toString('base64url');
  }

  /** @returns undefined if the text is not a cursor made with these secrets for this holder. */
  decode(text: string): ReceiptPlace | undefined {
    if (!FORM.test(text)) return undefined;
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== SIGNED_BYTES + SIGNATURE_BYTES) return undefined;
    const signed = bytes.subarray(0, SIGNED_BYTES);
    if (!this.signature.isOf(signed, bytes.subarray(SIGNED_BYTES))) return undefined;
    // The last character's spare bits are not signed: refuse all but the one canonical text.
    if (bytes.toString('base64url') !== text) return undefined;
    const month = signed.toString('latin1', SEQUENCE_BYTES);
    return MONTH.test(month) ? { month, sequence: signed.readBigUInt64BE() } : undefined;
  }
}
