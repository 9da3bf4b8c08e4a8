import type { Receipt } from './types.ts';

/** A position in an account's receipt chain. */
export interface ChainPoint {
  sequence: number;
  /** Hash of the receipt at this position, in hex. */
  hash: string;
}

/** The contents of a statement for a UTC month. */
export interface Statement {
  accountId: string;
  /** `YYYY-MM` */
  month: string;
  /** `requests` counts charges minus voids. */
  totals: { requests: number; records: number; amountMicros: number };
  /** Null in a month without receipts; so is `last`. */
  first: ChainPoint | null;
  last: ChainPoint | null;
  issuedAt: string;
}

/** Bytes in an ArrayBuffer. Not spelled out: before TypeScript 5.7, Uint8Array takes no type argument. */
type Bytes = ReturnType<typeof Uint8Array.from>;

/** A decoded, unverified compact JWS (RFC 7515). */
export interface Jws {
  /** Empty if the header has none; so is `algorithm`. */
  keyId: string;
  algorithm: string;
  /** Whether it has critical extensions (`crit`), which a verifier must understand. */
  isExtended: boolean;
  payload: unknown;
  /** The signed bytes. */
  signed: Bytes;
  signature: Bytes;
}

/** Returns undefined when the text is not a compact JWS. */
export function readJws(text: string): Jws | undefined {
  const parts = text.trim().split('.');
  const [header, payload, signature] = parts.map(bytesOfBase64url);
  if (parts.length !== 3 || !header || !payload || !signature) return undefined;
  const [head, body] = [header, payload].map(jsonOf);
  if (!isObject(head) || body === undefined) return undefined;
  return {
    keyId: typeof head.kid === 'string' ? head.kid : '',
    algorithm: typeof head.alg === 'string' ? head.alg : '',
    isExtended: 'crit' in head,
    payload: body,
    signed: new TextEncoder().encode(parts.slice(0, 2).join('.')),
    signature,
  };
}

/** Decodes unpadded base64url (RFC 4648, section 5); undefined when invalid. */
export function bytesOfBase64url(text: string): Bytes | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export function isStatement(value: unknown): value is Statement {
  if (!isObject(value) || !isObject(value.totals)) return false;
  const { requests, records, amountMicros } = value.totals;
  return (
    [value.accountId, value.month, value.issuedAt].every((text) => typeof text === 'string') &&
    [requests, records, amountMicros].every(Number.isSafeInteger) &&
    [value.first, value.last].every((point) => point === null || isPoint(point))
  );
}

const isPoint = (value: unknown): value is ChainPoint =>
  isObject(value) && Number.isSafeInteger(value.sequence) && typeof value.hash === 'string';

/** Whether a value read from a file has the members that verification compares. */
export function isReceipt(value: unknown): value is Receipt {
  if (!isObject(value)) return false;
  const { accountId, at, operation, previous, sequence, records, amountMicros } = value;
  return (
    [accountId, at, operation, previous].every((text) => typeof text === 'string') &&
    [sequence, records, amountMicros].every(Number.isSafeInteger)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
