import { LRUCache } from 'lru-cache';

/**
 * Long enough that a credential in use is hardly ever checked, and short because others spend the same funds: meanwhile
 * a request may run whose charge is then refused.
 */
const REMEMBERED_MS = 30_000;
/**
 * For a response that charges nothing, a figure may be older: otherwise idle feeds would call the ledger every half
 * minute.
 */
const FIGURE_MS = 300_000;
const MAXIMUM_CREDENTIALS = 10_000;

/**
 * Credentials that had records left when the ledger last reported on them. Credentials without records are checked each
 * time, so a top-up takes effect immediately.
 */
export class KnownFunds {
  private readonly able = new LRUCache<string, true>({ max: MAXIMUM_CREDENTIALS, ttl: REMEMBERED_MS });
  private readonly figures = new LRUCache<string, bigint>({ max: MAXIMUM_CREDENTIALS, ttl: FIGURE_MS });

  has(credentialId: string): boolean {
    return this.able.has(credentialId);
  }

  /** Records left, as the ledger reported within the last five minutes; undefined if none, or unknown. */
  remaining(credentialId: string): bigint | undefined {
    return this.figures.get(credentialId);
  }

  /** @param remaining what the credential can still pay for, according to the ledger. */
  note(credentialId: string, remaining: bigint): void {
    if (remaining > 0n) this.able.set(credentialId, true);
    else this.able.delete(credentialId);
    if (remaining > 0n) this.figures.set(credentialId, remaining);
    else this.figures.delete(credentialId);
  }

  /** A charge was refused: the records left must be fetched again. */
  forget(credentialId: string): void {
    this.able.delete(credentialId);
    this.figures.delete(credentialId);
  }
}
