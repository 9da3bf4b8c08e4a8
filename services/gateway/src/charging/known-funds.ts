import { LRUCache } from 'lru-cache';

/**
 * Long enough that a credential in use is hardly ever asked about, and short because others spend from the same funds: until then a
 * request may be run that its charge refuses.
 */
const REMEMBERED_MS = 30_000;
const MAXIMUM_CREDENTIALS = 10_000;

/**
 * Credentials that had records left when the ledger last spoke of them. Only that is remembered: whether nothing is left is asked each
 * time, so that a top-up holds at once.
 */
export class KnownFunds {
  private readonly able = new LRUCache<string, true>({ max: MAXIMUM_CREDENTIALS, ttl: REMEMBERED_MS });

  has(credentialId: string): boolean {
    return this.able.has(credentialId);
  }

  /** @param remaining what the ledger says that the credential can still pay for. */
  note(credentialId: string, remaining: bigint): void {
    if (remaining > 0n) this.able.set(credentialId, true);
    else this.able.delete(credentialId);
  }

  /** A charge was refused: what is left has to be asked. */
  forget(credentialId: string): void {
    this.able.delete(credentialId);
  }
}
