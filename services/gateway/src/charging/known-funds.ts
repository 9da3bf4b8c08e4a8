import { LRUCache } from 'lru-cache';

/**
 * Long enough that a credential in use is hardly ever asked about, and short because others spend from the same funds: until then a
 * request may be run that its charge refuses.
 */
const REMEMBERED_MS = 30_000;
/** Beside an answer that charges nothing a figure may be older: feeds at rest would have the ledger asked every half a minute. */
const FIGURE_MS = 300_000;
const MAXIMUM_CREDENTIALS = 10_000;

/**
 * Credentials that had records left when the ledger last spoke of them. Whether nothing is left is asked each
 * time, so that a top-up holds at once.
 */
export class KnownFunds {
  private readonly able = new LRUCache<string, true>({ max: MAXIMUM_CREDENTIALS, ttl: REMEMBERED_MS });
  private readonly figures = new LRUCache<string, bigint>({ max: MAXIMUM_CREDENTIALS, ttl: FIGURE_MS });

  has(credentialId: string): boolean {
    return this.able.has(credentialId);
  }

  /** What the ledger said in the last five minutes that is left; undefined when that was nothing, or it said nothing. */
  remaining(credentialId: string): bigint | undefined {
    return this.figures.get(credentialId);
  }

  /** @param remaining what the ledger says that the credential can still pay for. */
  note(credentialId: string, remaining: bigint): void {
    if (remaining > 0n) this.able.set(credentialId, true);
    else this.able.delete(credentialId);
    if (remaining > 0n) this.figures.set(credentialId, remaining);
    else this.figures.delete(credentialId);
  }

  /** A charge was refused: what is left has to be asked. */
  forget(credentialId: string): void {
    this.able.delete(credentialId);
    this.figures.delete(credentialId);
  }
}
