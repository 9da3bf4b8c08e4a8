import type { Receipt } from '@heliograph/sdk';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

/** Before the first receipt of an account. */
const NO_HASH = '0'.repeat(64);
/** What a receipt counts as a request; others count one. */
const REQUESTS: Readonly<Record<string, number>> = { voidCharge: -1, reverseCharge: 0 };

/** A place in an account's chain. */
interface Point {
  sequence: number;
  hash: string;
}

/** What a statement says of a UTC month. */
export interface Statement {
  accountId: string;
  /** `YYYY-MM` */
  month: string;
  totals: { requests: number; records: number; amountMicros: number };
  /** Null in a month without receipts, as `last`. */
  first: Point | null;
  last: Point | null;
  issuedAt: string;
}

/** A JWK Set (RFC 7517) of Ed25519 keys. */
export interface PublicKeys {
  keys: readonly { kid: string; kty: string; crv: string; x: string }[];
}

/** A statement that cannot be read at all. */
export class UnreadableStatementError extends Error {}

/**
 * Reads a statement without trusting it.
 *
 * @param jws a compact JWS (RFC 7515)
 * @throws UnreadableStatementError
 */
export function readStatement(jws: string): { keyId: string; algorithm: string; statement: Statement } {
  const [header, payload, signature, ...rest] = jws.trim().split('.');
  try {
    if (signature === undefined || rest.length > 0) throw new Error('not three parts');
    const { alg, kid } = decoded(header!) as { alg: string; kid: string };
    return { keyId: kid, algorithm: alg, statement: decoded(payload!) as Statement };
  } catch (error) {
    throw new UnreadableStatementError(`it is no compact JWS: ${(error as Error).message}`);
  }
}

const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

/** @returns what is wrong with a statement's signature; undefined when nothing is. */
export function faultOfSignature(jws: string, { keys }: PublicKeys): string | undefined {
  const { keyId, algorithm } = readStatement(jws);
  if (algorithm !== 'EdDSA') return `signature: algorithm ${algorithm}, not EdDSA`;
  const key = keys.find(({ kid, kty, crv }) => kid === keyId && kty === 'OKP' && crv === 'Ed25519');
  if (!key) return `signature: no key ${keyId}`;
  const end = jws.trim().lastIndexOf('.');
  const isSigned = verify(
    null,
    Buffer.from(jws.trim().slice(0, end)),
    createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: 'jwk' }),
    Buffer.from(jws.trim().slice(end + 1), 'base64url'),
  );
  return isSigned ? undefined : 'signature: wrong';
}

/**
 * Holds a month's receipts against its statement.
 *
 * @param receipts all of the month, in order
 * @returns what differs, in the order it was found: an account or month that is not the statement's, order, hashes, ends and totals.
 */
export async function differencesOf(
  statement: Statement,
  receipts: AsyncIterable<Receipt>,
): Promise<string[]> {
  const differences: string[] = [];
  const totals = { requests: 0, records: 0, amountMicros: 0 };
  let first: Point | null = null;
  let last: Point | null = null;
  for await (const receipt of receipts) {
    const { sequence } = receipt;
    const point: Point = { sequence, hash: hashOf(receipt) };
    if (last && sequence !== last.sequence + 1) differences.push(`order: ${sequence} after ${last.sequence}`);
    else if (last && receipt.previous !== last.hash)
      differences.push(`receipt ${last.sequence}: its hash is not the one that receipt ${sequence} holds`);
    if (sequence === 1 && receipt.previous !== NO_HASH)
      differences.push('receipt 1: it is the first, and holds the hash of another');
    if (receipt.accountId !== statement.accountId) differences.push(`receipt ${sequence}: another account`);
    if (!receipt.at.startsWith(`${statement.month}-`)) differences.push(`receipt ${sequence}: another month`);
    totals.requests += REQUESTS[receipt.operation] ?? 1;
    totals.records += receipt.records;
    totals.amountMicros += receipt.amountMicros;
    first ??= point;
    last = point;
  }
  differences.push(...differenceOfPoints('first', first, statement.first));
  differences.push(...differenceOfPoints('last', last, statement.last));
  for (const name of ['requests', 'records', 'amountMicros'] as const)
    if (totals[name] !== statement.totals[name])
      differences.push(`${name}: ${totals[name]}, stated ${statement.totals[name]}`);
  return differences;
}

/** The SHA-256 of a receipt as canonical JSON (RFC 8785): of texts, integers and null that is JSON with sorted names. */
export function hashOf(receipt: Receipt): string {
  const members = Object.entries(receipt).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(members)))
    .digest('hex');
}

function differenceOfPoints(name: string, found: Point | null, stated: Point | null): string[] {
  if (isDeepStrictEqual(found, stated)) return [];
  const text = (point: Point | null) => (point ? `${point.sequence}.${point.hash}` : 'none');
  return [`${name}: ${text(found)}, stated ${text(stated)}`];
}
