import type { Pool } from 'pg';
import type { Charge } from '../domain/charge';

/** Ids in memory, a few megabytes. Few keys are rolled; beyond this, rows are written again, which changes nothing. */
const MAXIMUM_KNOWN = 50_000;

/** Which keys replaced which; see migrations/0008_voids_refunds_lineages.sql. */
export class LineageStore {
  /** Keys whose row exists; rows never change. */
  private readonly known = new Set<string>();

  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  /**
   * Notes the lineage of keys about to be charged, capped or not: if a key that replaced them gets a cap later, it
   * counts their usage. If the process dies before the charges, the row alone changes nothing.
   */
  async note(charges: readonly Pick<Charge, 'accountId' | 'credentialId' | 'lineageId'>[]): Promise<void> {
    const fresh = new Map(
      charges
        .filter(({ credentialId: id, lineageId }) => lineageId !== undefined && lineageId !== id)
        .filter(({ credentialId }) => !this.known.has(credentialId))
        .map((charge) => [charge.credentialId, charge]),
    );
    if (fresh.size === 0) return;
    const keys = [...fresh.values()];
    // Sorted, so that processes writing the same keys cannot deadlock.
    await this.pool.query(
      `INSERT INTO ledger.credential_lineage (credential_id, account_id, lineage_id)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS noted (credential_id, account_id, lineage_id)
       ORDER BY credential_id ON CONFLICT DO NOTHING`,
      [
        keys.map(({ credentialId }) => credentialId),
        keys.map(({ accountId }) => accountId),
        keys.map(({ lineageId }) => lineageId),
      ],
    );
    if (this.known.size + fresh.size > MAXIMUM_KNOWN) this.known.clear();
    for (const id of fresh.keys()) this.known.add(id);
  }
}
