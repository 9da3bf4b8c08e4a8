import type { Metadata } from '@grpc/grpc-js';
import { METADATA } from './call-context';
import { parsePublicKeys } from './caller-keys';
import { TokenSource, TokenVerifier } from './caller-token';
import type { ServiceDefinition } from './definition';
import { isSharedSecretToken, sharedSecretToken } from './shared-secret-token';

/** With what a program proves its name to those whom it calls. */
export interface CallerCredentials {
  /** `CALLER_KEY`: its own private key, which nobody else has. */
  privateKey: string;
  /** `INTERNAL_SECRET`, while peers of an earlier release know nothing else. */
  sharedSecret?: string | undefined;
}

/** By what a service knows its callers. */
export interface CallerTrust {
  /** `CALLER_PUBLIC_KEYS`. */
  publicKeys: string;
  /** `INTERNAL_SECRET`, while callers of an earlier release know nothing else. */
  sharedSecret?: string | undefined;
}

/** The name of a gRPC service, such as `heliograph.ledger.v1.LedgerService`: what a token is made for. */
export function audienceOf(definition: ServiceDefinition): string {
  return Object.values(definition)[0]?.path.split('/')[1] ?? '';
}

/** The proof of a program's name for calls of one service. */
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

/** Tells who opens a stream or makes a call. */
export class CallerAuthentication {
  private readonly verifier: TokenVerifier;
  private readonly sharedSecret: string | undefined;

  /**
   * @param audiences the gRPC services that are served here.
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

  /** @returns the proven name; undefined for a stranger. */
  callerOf(metadata: Metadata): string | undefined {
    const caller = this.verifier.callerOf(first(metadata, METADATA.token)) ?? this.oldCallerOf(metadata);
    return caller !== undefined && this.callers.has(caller) ? caller : undefined;
  }

  private oldCallerOf(metadata: Metadata): string | undefined {
    if (this.sharedSecret === undefined) return undefined;
    const caller = claimedName(metadata);
    const token = first(metadata, METADATA.authorization).replace(/^Bearer /, '');
    return isSharedSecretToken(this.sharedSecret, caller, token) ? caller : undefined;
  }
}

/** What a caller says that it is called, for logs. */
export function claimedName(metadata: Metadata): string {
  return first(metadata, METADATA.caller);
}

function first(metadata: Metadata, key: string): string {
  return String(metadata.get(key)[0] ?? '');
}
