import {
  bytesOfBase64url,
  isReceipt,
  isStatement,
  readJws,
  type ChainPoint,
  type Jws,
  type Statement,
} from './read-statement.ts';
import type { Receipt } from './types.ts';

/** A JWK Set (RFC 7517), as served at `/.well-known/jwks.json`. */
export interface StatementKeys {
  keys: readonly { kid?: string; kty?: string; crv?: string; x?: string }[];
}

/**
 * The keys to trust: a JWK Set; a single public Ed25519 key (32 bytes in base64url, the `x` of a JWK), regardless of
 * its id; or a function that returns a JWK Set for the statement's key id, `''` if it names none.
 */
export type TrustedKeys =
  StatementKeys | string | ((keyId: string) => StatementKeys | Promise<StatementKeys>);

export interface StatementVerification {
  /** Whether there are no differences. */
  verified: boolean;
  /** Undefined unless the signature is valid. */
  statement: Statement | undefined;
  /** Differences in the order found, at most 100. Worded the same in all clients. */
  differences: readonly string[];
  /** The total number of differences. */
  differenceCount: number;
}

const MAXIMUM_DIFFERENCES = 100;
/** The hash before an account's first receipt. */
const NO_HASH = '0'.repeat(64);
/** Operations that do not count as one request. */
const REQUESTS: ReadonlyMap<string, number> = new Map([
  ['voidCharge', -1],
  ['reverseCharge', 0],
]);
/** A statement may miss charges from the minute before it was issued. */
const ISSUE_MS = 60_000;
const TOTALS = ['requests', 'records', 'amountMicros'] as const;

/**
 * Verifies a statement, and its month's receipts against it, offline. Receipts are streamed, so any number works; if
 * the signature is invalid, they are not read.
 *
 * @param jws the statement as received: a compact JWS (RFC 7515), EdDSA with Ed25519 (RFC 8037).
 * @param receipts all of the month's receipts, in order of `sequence`; without them, only the signature is checked.
 * @throws whatever `keys` and `receipts` throw; TypeError for an invalid pinned key.
 */
export async function verifyStatement(
  jws: string,
  keys: TrustedKeys,
  receipts?: Iterable<Receipt> | AsyncIterable<Receipt>,
): Promise<StatementVerification> {
  const differences = new Differences();
  const statement = await readSigned(jws, keys, differences);
  if (statement && receipts) await compare(statement, receipts, differences);
  const { named, count } = differences;
  return { verified: count === 0, statement, differences: named, differenceCount: count };
}

/** Lists differences up to the maximum, and counts the rest. */
class Differences {
  readonly named: string[] = [];
  count = 0;

  add(difference: string): void {
    this.count += 1;
    if (this.named.length < MAXIMUM_DIFFERENCES) this.named.push(difference);
  }
}

/** @returns undefined if it cannot be trusted, after adding the difference. */
async function readSigned(
  text: string,
  keys: TrustedKeys,
  differences: Differences,
): Promise<Statement | undefined> {
  const jws = readJws(text);
  if (!jws) {
    differences.add('statement: not a compact JWS');
    return undefined;
  }
  const problem = await problemWithSignature(jws, keys);
  if (problem === undefined && isStatement(jws.payload)) return jws.payload;
  differences.add(problem ?? 'statement: not from this API');
  return undefined;
}

async function problemWithSignature(jws: Jws, trusted: TrustedKeys): Promise<string | undefined> {
  if (jws.algorithm !== 'EdDSA') return 'signature: not EdDSA';
  // RFC 7515, section 4.1.11: reject critical extensions we do not understand.
  if (jws.isExtended) return 'signature: unknown extension';
  const publicKey = typeof trusted === 'string' ? bytesOfPinned(trusted) : await findKey(jws.keyId, trusted);
  if (!publicKey) return 'signature: unknown key';
  const key = await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
  const isValid = await crypto.subtle.verify({ name: 'Ed25519' }, key, jws.signature, jws.signed);
  return isValid ? undefined : 'signature: invalid';
}

const PUBLIC_KEY_BYTES = 32;

function bytesOfPinned(key: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOfBase64url(key);
  if (bytes?.length !== PUBLIC_KEY_BYTES)
    throw new TypeError('A public key is 32 bytes in base64url, as x of a JWK.');
  return bytes;
}

async function findKey(
  keyId: string,
  trusted: Exclude<TrustedKeys, string>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { keys } = typeof trusted === 'function' ? await trusted(keyId) : trusted;
  const key = keys.find(({ kid, kty, crv }) => kid === keyId && kty === 'OKP' && crv === 'Ed25519');
  const bytes = key?.x === undefined ? undefined : bytesOfBase64url(key.x);
  return bytes?.length === PUBLIC_KEY_BYTES ? bytes : undefined;
}

async function compare(
  statement: Statement,
  receipts: Iterable<Receipt> | AsyncIterable<Receipt>,
  differences: Differences,
): Promise<void> {
  const totals = { requests: 0, records: 0, amountMicros: 0 };
  let first: ChainPoint | null = null;
  let last: ChainPoint | null = null;
  for await (const receipt of receipts as AsyncIterable<unknown>) {
    if (!isReceipt(receipt)) {
      differences.add(`receipt after ${last?.sequence ?? 0}: not a receipt`);
      continue;
    }
    if (isLaterThan(statement, receipt)) continue;
    const point: ChainPoint = { sequence: receipt.sequence, hash: await hashOf(receipt) };
    compareLink(receipt, last, differences);
    compareOrigin(receipt, statement, differences);
    totals.requests += REQUESTS.get(receipt.operation) ?? 1;
    totals.records += receipt.records;
    totals.amountMicros += receipt.amountMicros;
    first ??= point;
    last = point;
  }
  comparePoint('first', first, statement.first, differences);
  comparePoint('last', last, statement.last, differences);
  for (const name of TOTALS)
    if (totals[name] !== statement.totals[name])
      differences.add(`${name}: ${totals[name]}, stated ${statement.totals[name]}`);
}

/** Whether a receipt is newer than a statement issued before its month was over. */
function isLaterThan({ last, issuedAt }: Statement, { sequence, at }: Receipt): boolean {
  return sequence > (last?.sequence ?? 0) && timeOf(at) > timeOf(issuedAt) - ISSUE_MS;
}

/** NaN without a time zone, which would depend on this machine's. */
const timeOf = (text: string) => (/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : NaN);

function compareLink(
  { sequence, previous }: Receipt,
  last: ChainPoint | null,
  differences: Differences,
): void {
  if (last && sequence !== last.sequence + 1)
    differences.add(`order: receipt ${sequence} after ${last.sequence}`);
  else if (last && previous !== last.hash)
    differences.add(`receipt ${last.sequence}: its hash does not match the one in receipt ${sequence}`);
  if (sequence === 1 && previous !== NO_HASH)
    differences.add('receipt 1: it is the first, but names a previous hash');
}

function compareOrigin(
  { sequence, accountId, at }: Receipt,
  { accountId: statedId, month }: Statement,
  differences: Differences,
): void {
  if (accountId !== statedId) differences.add(`receipt ${sequence}: another account`);
  if (!at.startsWith(`${month}-`)) differences.add(`receipt ${sequence}: another month`);
}

function comparePoint(
  name: string,
  found: ChainPoint | null,
  stated: ChainPoint | null,
  differences: Differences,
): void {
  const [one, other] = [textOf(found), textOf(stated)];
  if (one !== other) differences.add(`${name}: ${one}, stated ${other}`);
}

/** In the format of `X-Receipt`. */
const textOf = (point: ChainPoint | null) => (point ? `${point.sequence}.${point.hash}` : 'none');

/**
 * The SHA-256 of a receipt as canonical JSON (RFC 8785), which for strings, integers, and null is JSON with sorted
 * names.
 */
async function hashOf(receipt: Receipt): Promise<string> {
  const members = Object.entries(receipt).sort(([one], [other]) => (one < other ? -1 : 1));
  const canonical: Record<string, unknown> = {};
  for (const [name, value] of members) canonical[name] = value;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(canonical)));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
