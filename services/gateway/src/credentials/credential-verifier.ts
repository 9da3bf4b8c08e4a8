import { identity } from '@heliograph/proto';
import {
  hashApiKey,
  retryUnavailable,
  withinTime,
  type OutgoingCall,
  type RpcClient,
} from '@heliograph/runtime';
import { LRUCache } from 'lru-cache';

/** How long verdicts are used. A revocation must take effect within 5 s everywhere. */
const FRESH_MS = 3_000;
/** While identity does not answer, a verdict may be used up to this age, which still honors the 5 s. */
const STALE_MS = 4_500;
const MAXIMUM_VERDICTS = 10_000;
/**
 * For all attempts at identity. A verdict's age counts from when it was requested, so a slow one still honors the 5 s.
 */
const AUTHENTICATE_TIMEOUT_MS = 3_000;
/** For one identity process, before another is tried. */
const ATTEMPT_TIMEOUT_MS = 1_500;
/** How long a request waits for a new verdict while the old one may still be used. */
const REFRESH_TIMEOUT_MS = 1_000;

/** Identity's verdict on a key or token. */
export interface Credential {
  verdict: identity.Verdict;
  credentialId: string;
  accountId: string;
  scopes: readonly string[];
  /** Records the key may use per UTC month; undefined without a cap. */
  monthlyCapRecords: bigint | undefined;
  /** The first of the keys that replaced one another and share their caps. Undefined for a key without a lineage. */
  lineageId: string | undefined;
  /** Whether it is a test key, which reads only the test corpus. */
  isTest: boolean;
  /** Whether its account allows queries in the log of its requests. */
  logsQueries: boolean;
  /** With ACCESS_RESTRICTED: the operators' message. */
  restrictionMessage: string;
}

interface KnownVerdict extends Credential {
  /** When identity was asked, not when it answered; on both clocks. */
  askedAt: ClockReadings;
  /** Milliseconds since the Unix epoch; undefined without an expiry. */
  expiresAtMs: number | undefined;
}

/** A time by the wall clock (since the Unix epoch) and by a monotonic one. Milliseconds. */
interface ClockReadings {
  wall: number;
  steady: number;
}

type IdentityClient = Pick<RpcClient<typeof identity.IdentityServiceService>, 'authenticate'>;

/**
 * Verdicts on API keys and access tokens, from identity or from a bounded cache that holds them for 3 s. Cached by
 * hash; concurrent misses share one call.
 */
export class CredentialVerifier {
  private readonly valid = new LRUCache<string, KnownVerdict>({ max: MAXIMUM_VERDICTS });
  /** Separate, so that a flood of invented credentials cannot evict valid ones. */
  private readonly rejected = new LRUCache<string, KnownVerdict>({ max: MAXIMUM_VERDICTS });
  private readonly asking = new Map<string, Promise<KnownVerdict>>();

  constructor(
    private readonly identityClient: IdentityClient,
    private readonly observer: { onCacheHit: () => void; onCacheMiss: () => void },
    private readonly clock: () => number = Date.now,
    private readonly steadyClock: () => number = () => performance.now(),
  ) {}

  /** Whether a credential was valid at its last check; it may no longer be. */
  wasValid(credential: string): boolean {
    return this.valid.has(nameOf(hashApiKey(credential)));
  }

  /**
   * Checks a well-formed credential.
   *
   * @param kind its kind, by format.
   * @throws ServiceError if identity has to be asked and does not answer.
   */
  verify(
    credential: string,
    kind: identity.CredentialKind,
    call: OutgoingCall,
  ): Credential | Promise<Credential> {
    const hash = hashApiKey(credential);
    const name = nameOf(hash);
    const known = this.valid.get(name) ?? this.rejected.get(name);
    const now = this.now();
    if (known && age(known, now) < FRESH_MS) {
      this.observer.onCacheHit();
      return withExpiry(known, now);
    }
    this.observer.onCacheMiss();
    return this.ask(name, hash, kind, known, call);
  }

  private async ask(
    name: string,
    hash: Buffer,
    kind: identity.CredentialKind,
    known: KnownVerdict | undefined,
    call: OutgoingCall,
  ): Promise<Credential> {
    const asking = this.asking.get(name) ?? this.startAsking(name, hash, kind, call);
    if (!known) return withExpiry(await asking, this.now());
    try {
      const timeoutMs = Math.max(0, Math.min(REFRESH_TIMEOUT_MS, STALE_MS - age(known, this.now())));
      return withExpiry(await withinTime(asking, timeoutMs, late), this.now());
    } catch {
      // Late or failed: the old verdict while it may be used, else the new one or its failure.
      return withExpiry(age(known, this.now()) < STALE_MS ? known : await asking, this.now());
    }
  }

  /** Continues even if no request waits for it: the next request uses its verdict. */
  private startAsking(
    name: string,
    hash: Buffer,
    kind: identity.CredentialKind,
    call: OutgoingCall,
  ): Promise<KnownVerdict> {
    const asking = this.askIdentity(hash, kind, call)
      .then((verdict) => {
        this.remember(name, verdict);
        return verdict;
      })
      .finally(() => this.asking.delete(name));
    asking.catch(() => undefined);
    this.asking.set(name, asking);
    return asking;
  }

  private remember(name: string, known: KnownVerdict): void {
    const [here, there] = isValid(known) ? [this.valid, this.rejected] : [this.rejected, this.valid];
    here.set(name, known);
    there.delete(name);
  }

  private async askIdentity(
    keyHash: Buffer,
    kind: identity.CredentialKind,
    call: OutgoingCall,
  ): Promise<KnownVerdict> {
    let askedAt = this.now();
    const response = await retryUnavailable(
      (timeoutMs) => {
        askedAt = this.now();
        return this.identityClient.authenticate({ keyHash, kind }, { ...call, timeoutMs });
      },
      { totalMs: AUTHENTICATE_TIMEOUT_MS, attemptMs: ATTEMPT_TIMEOUT_MS },
    );
    return {
      verdict: response.verdict,
      credentialId: response.credentialId,
      accountId: response.accountId,
      scopes: response.scopes,
      monthlyCapRecords: response.monthlyCapRecords,
      lineageId: response.lineageId || undefined,
      isTest: response.isTest === true,
      logsQueries: response.logsQueries === true,
      restrictionMessage: response.restrictionMessage,
      askedAt,
      expiresAtMs: response.expiresAt?.getTime(),
    };
  }

  private now(): ClockReadings {
    return { wall: this.clock(), steady: this.steadyClock() };
  }
}

const late = () => new Error('Identity takes too long to answer.');

/**
 * A verdict's age, by whichever clock shows more: setting the wall clock back would keep a verdict young, and a
 * monotonic clock may stand still while a machine sleeps.
 */
function age({ askedAt }: KnownVerdict, now: ClockReadings): number {
  return Math.max(now.steady - askedAt.steady, now.wall - askedAt.wall);
}

function isValid({ verdict }: KnownVerdict): boolean {
  return verdict === identity.Verdict.VALID || verdict === identity.Verdict.ACCESS_RESTRICTED;
}

function nameOf(hash: Buffer): string {
  return hash.toString('latin1');
}

/** A cached verdict does not outlive the credential's expiry. */
function withExpiry(known: KnownVerdict, { wall }: ClockReadings): Credential {
  const isExpired =
    known.verdict === identity.Verdict.VALID && known.expiresAtMs !== undefined && known.expiresAtMs <= wall;
  return isExpired ? { ...known, verdict: identity.Verdict.EXPIRED } : known;
}
