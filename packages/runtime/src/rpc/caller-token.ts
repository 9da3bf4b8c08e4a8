import { sign, verify } from 'node:crypto';
import { privateKeyOf, type PublicKeys } from './caller-keys';

/** Seconds for which a token is valid. Two machines' clocks may differ by half of that. */
const LIFETIME_S = 300;
/** Tokens cached by a server: a few hundred callers have one or two each. */
const MAXIMUM_REMEMBERED = 4_096;
/**
 * JSON Web Signature with Ed25519 (RFC 7515, RFC 8037). No other header is accepted, so a token cannot choose another
 * algorithm.
 */
const HEADER = base64url({ alg: 'EdDSA', typ: 'JWT' });

/** A token's claims (RFC 7519): who calls, whom, and until when, in seconds since the Unix epoch. */
interface CallerClaims {
  iss: string;
  aud: string;
  exp: number;
}

/**
 * Why a token proves no name. `wrong_key`: no key of that name signed it; `expired`: it has expired, or the clocks
 * differ; `other_service`: it was made for a service that is not served here; `no_token`: it is missing or malformed.
 */
export type TokenRefusal = 'no_token' | 'wrong_key' | 'expired' | 'other_service';

/** What a token proves. */
export type TokenVerdict = { caller: string } | { refusal: TokenRefusal };

/** Signs a token. */
export function signToken(claims: CallerClaims, privateKey: string): string {
  const content = `${HEADER}.${base64url(claims)}`;
  return `${content}.${sign(null, Buffer.from(content), privateKeyOf(privateKey)).toString('base64url')}`;
}

/**
 * The tokens with which a program proves its name to one gRPC service: each is used for half its lifetime, then
 * replaced.
 */
export class TokenSource {
  private token = '';
  private renewAtS = 0;

  constructor(
    private readonly caller: string,
    private readonly privateKey: string,
    private readonly audience: string,
    private readonly now: () => number = Date.now,
  ) {}

  get(): string {
    const nowS = Math.floor(this.now() / 1000);
    // Setting the clock back must not prolong a token's use past its expiry.
    if (nowS >= this.renewAtS || nowS < this.renewAtS - LIFETIME_S) {
      const claims = { iss: this.caller, aud: this.audience, exp: nowS + LIFETIME_S };
      this.token = signToken(claims, this.privateKey);
      this.renewAtS = nowS + LIFETIME_S / 2;
    }
    return this.token;
  }
}

/** Checks tokens presented to a server. Each is verified once and cached until it expires. */
export class TokenVerifier {
  private readonly genuine = new Map<string, CallerClaims>();

  /**
   * @param audiences the gRPC services served here: a token made for another service is invalid, so that a peer cannot
   * reuse tokens it receives.
   */
  constructor(
    private readonly publicKeys: PublicKeys,
    private readonly audiences: ReadonlySet<string>,
    private readonly now: () => number = Date.now,
    private readonly maximumRemembered = MAXIMUM_REMEMBERED,
  ) {}

  verify(token: string): TokenVerdict {
    const claims = this.genuine.get(token);
    if (!claims) return this.verifyNew(token);
    return this.isCurrent(claims) ? { caller: claims.iss } : { refusal: 'expired' };
  }

  private verifyNew(token: string): TokenVerdict {
    const [header, payload = '', signature = '', ...rest] = token.split('.');
    const claims = header === HEADER && rest.length === 0 ? readClaims(payload) : undefined;
    if (!claims) return { refusal: 'no_token' };
    if (!this.audiences.has(claims.aud)) return { refusal: 'other_service' };
    if (!this.isCurrent(claims)) return { refusal: 'expired' };
    const content = Buffer.from(`${header}.${payload}`);
    const bytes = Buffer.from(signature, 'base64url');
    const keys = this.publicKeys.get(claims.iss) ?? [];
    if (!keys.some((key) => verify(null, content, key, bytes))) return { refusal: 'wrong_key' };
    this.remember(token, claims);
    return { caller: claims.iss };
  }

  private remember(token: string, claims: CallerClaims): void {
    if (this.genuine.size >= this.maximumRemembered) {
      for (const [known, { exp }] of this.genuine) {
        if (exp * 1000 <= this.now()) this.genuine.delete(known);
      }
      if (this.genuine.size >= this.maximumRemembered) this.genuine.clear();
    }
    this.genuine.set(token, claims);
  }

  private isCurrent({ exp }: CallerClaims): boolean {
    return exp * 1000 > this.now();
  }
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Reads unverified claims; undefined if malformed. */
function readClaims(payload: string): CallerClaims | undefined {
  try {
    const { iss, aud, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as CallerClaims;
    const isWellFormed = typeof iss === 'string' && typeof aud === 'string' && Number.isFinite(exp);
    return isWellFormed ? { iss, aud, exp } : undefined;
  } catch {
    return undefined;
  }
}
