import type { Metadata } from '@grpc/grpc-js';
import { METADATA } from './call-context';
import { parsePublicKeys } from './caller-keys';
import { TokenSource, TokenVerifier, type TokenRefusal, type TokenVerdict } from './caller-token';
import type { ServiceDefinition } from './definition';
import { isSharedSecretToken, sharedSecretToken } from './shared-secret-token';

/** How a program proves its name to the services it calls. */
export interface CallerCredentials {
  /** `CALLER_KEY`: its own private key, which no other program has. */
  privateKey: string;
  /** `INTERNAL_SECRET`, while peers of an earlier release understand nothing else. */
  sharedSecret?: string | undefined;
}

/** How a service recognizes its callers. */
export interface CallerTrust {
  /** `CALLER_PUBLIC_KEYS`. */
  publicKeys: string;
  /** `INTERNAL_SECRET`, while callers of an earlier release understand nothing else. */
  sharedSecret?: string | undefined;
}

/** Why a caller is refused. `unknown_name`: no method here allows the name it proved. */
export type CallerRefusal = TokenRefusal | 'unknown_name';

/** The name of a gRPC service, such as `heliograph.ledger.v1.LedgerService`: a token's audience. */
export function audienceOf(definition: ServiceDefinition): string {
  return Object.values(definition)[0]?.path.split('/')[1] ?? '';
}

/** Proves a program's name in calls to one service. */
export class CallerProof {
  private readonly tokens: TokenSource;
  private readonly sharedSecretToken: string | undefined;

  constructor(
    private readonly caller: string,
    { privateKey, sharedSecret }: CallerCredentials,
    definition: ServiceDefinition,
  ) {
    this.tokens = new TokenSource(caller, privateKey, audienceOf(definition));
    this.sharedSecretToken = sharedSecret && sharedSecretToken(sharedSecret, caller);
  }

  addTo(metadata: Metadata): void {
    metadata.set(METADATA.caller, this.caller);
    metadata.set(METADATA.token, this.tokens.get());
    if (this.sharedSecretToken !== undefined) {
      metadata.set(METADATA.authorization, `Bearer ${this.sharedSecretToken}`);
    }
  }
}

/** Identifies who opens a stream or makes a call. */
export class CallerAuthentication {
  private readonly verifier: TokenVerifier;
  private readonly sharedSecret: string | undefined;

  /**
   * @param audiences the gRPC services served here.
   * @param callers the names that any method allows.
   */
  constructor(
    trust: CallerTrust,
    audiences: ReadonlySet<string>,
    private readonly callers: ReadonlySet<string>,
  ) {
    this.verifier = new TokenVerifier(parsePublicKeys(trust.publicKeys), audiences);
    this.sharedSecret = trust.sharedSecret;
  }

  /** The proven name, or the reason there is none. */
  authenticate(metadata: Metadata): { caller: string } | { refusal: CallerRefusal } {
    const verdict = this.verify(metadata);
    if ('caller' in verdict && !this.callers.has(verdict.caller)) return { refusal: 'unknown_name' };
    return verdict;
  }

  private verify(metadata: Metadata): TokenVerdict {
    const verdict = this.verifier.verify(first(metadata, METADATA.token));
    if ('caller' in verdict || this.sharedSecret === undefined) return verdict;
    const old = first(metadata, METADATA.authorization).replace(/^Bearer /, '');
    const caller = claimedName(metadata);
    if (isSharedSecretToken(this.sharedSecret, caller, old)) return { caller };
    return verdict.refusal === 'no_token' && old !== '' ? { refusal: 'wrong_key' } : verdict;
  }
}

/** The caller's claimed name, for logs. */
export function claimedName(metadata: Metadata): string {
  return first(metadata, METADATA.caller);
}

function first(metadata: Metadata, key: string): string {
  return String(metadata.get(key)[0] ?? '');
}
