import type { Pool } from 'pg';
import { MICROS_PER_RECORD } from '../domain/funds';
import { REPLAY_WINDOW_SECONDS, type KeyOutcome, type KeyRequest } from '../domain/idempotency';
import { keyOutcomeFromRow, NO_CAP, type KeyOutcomeRow } from './mapping';
import { plainArray } from '@heliograph/postgres';

const CLAIM_KEYS = {
  name: 'claim_keys',
  text: `SELECT outcome, retry_after, remaining, status, content_type, body_encoding, body
    FROM ledger.claim_keys($1, $2, $3, $4, $5, make_interval(secs => $6), $7)`,
};

/** Idempotency records; see the functions in migrations/ for who may do what to a key when. */
export class KeyStore {
  /** @param leaseSeconds how long a claim holds its key when nothing is heard of it any more. */
  constructor(
    private readonly pool: Pool,
    private readonly leaseSeconds: number,
  ) {}

  /**
   * Claims the keys of a batch or says what became of their earlier requests; one outcome for each, in order. Sent
   * again with the same claims it answers as before.
   *
   * @param requests no two with the same credential and key.
   * @throws the driver's error.
   */
  async claim(requests: readonly KeyRequest[]): Promise<KeyOutcome[]> {
    const { rows } = await this.pool.query<KeyOutcomeRow>({
      ...CLAIM_KEYS,
      values: [
        requests.map((request) => request.credentialId),
        requests.map((request) => request.key),
        Buffer.concat(requests.map((request) => request.fingerprint)),
        plainArray(requests.map((request) => request.claim)),
        plainArray(requests.map((request) => request.monthlyCapRecords ?? NO_CAP)),
        this.leaseSeconds,
        MICROS_PER_RECORD,
      ],
    });
    return rows.map(keyOutcomeFromRow);
  }

  /** Frees a key if it is still held by this claim and not done; says whether it did. */
  async release(credentialId: string, key: string, claim: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ released: boolean }>(
      'SELECT ledger.release_key($1, $2, $3) AS released',
      [credentialId, key, claim],
    );
    return rows[0]?.released ?? false;
  }

  /** Removes up to `limit` records that count as absent; says how many. */
  async removeFree(limit: number): Promise<number> {
    const { rows } = await this.pool.query<{ removed: number }>(
      'SELECT ledger.remove_free_keys(make_interval(secs => $1), $2) AS removed',
      [REPLAY_WINDOW_SECONDS, limit],
    );
    return rows[0]?.removed ?? 0;
  }
}
