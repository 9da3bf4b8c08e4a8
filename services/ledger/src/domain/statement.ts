import { privateKeyOf } from '@heliograph/runtime';
import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';
import type { MonthOfLinks } from './link';

/** The keys of statements: the first signs; all are published, so that keys can be rotated. */
export class StatementKeys {
  private readonly keys: readonly { id: string; x: string; privateKey: KeyObject }[];

  /**
   * @param text private Ed25519 keys (RFC 8032), 32 bytes in base64url each, separated by commas.
   * @throws when one is invalid; the error does not repeat it.
   */
  constructor(text: string) {
    this.keys = text.split(',').map((key) => {
      const privateKey = privateKeyOf(key.trim());
      const x = createPublicKey(privateKey).export({ format: 'jwk' }).x!;
      return { id: thumbprint(x), x, privateKey };
    });
  }

  /** A JWK Set (RFC 7517). */
  get published(): { keys: Record<string, string>[] } {
    const common = { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' };
    return { keys: this.keys.map(({ id, x }) => ({ ...common, kid: id, x })) };
  }

  /** A compact JWS (RFC 7515, RFC 8037). */
  sign(payload: unknown): string {
    const { id, privateKey } = this.keys[0]!;
    const signed = [{ alg: 'EdDSA', kid: id }, payload]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
  }
}

/** RFC 7638, section 3: the required members, sorted by name. */
function thumbprint(x: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
}

/** A month's statement; without links, `first` and `last` are null. */
export function statementOf(
  accountId: string,
  month: string,
  { totals, first, last, asOfMs }: MonthOfLinks,
): Record<string, unknown> {
  return {
    accountId,
    month,
    totals,
    first: first ?? null,
    last: last ?? null,
    issuedAt: new Date(asOfMs).toISOString(),
  };
}
