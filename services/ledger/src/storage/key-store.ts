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

/**
 * Removes responses that are too old for this request, with their keys. A row locked by another process is being
 * removed there, or is not that old. If the process dies after this, the key is free, as it would be once the claim ran
 * out.
 */
const FORGET_OLDER = {
  name: 'forget_older_answers',
  text: `WITH old AS (
      SELECT held.credential_id, held.idempotency_key
      FROM unnest($1::text[], $2::text[], $3::integer[]) AS wanted (credential_id, idempotency_key, seconds)
      JOIN ledger.idempotency AS held USING (credential_id, idempotency_key)
      WHERE held.completed_at <= now() - make_interval(secs => wanted.seconds)
      FOR UPDATE OF held SKIP LOCKED
    ), forgotten AS (
      DELETE FROM ledger.idempotency AS held USING old
      WHERE held.credential_id = old.credential_id AND held.idempotency_key = old.idempotency_key
      RETURNING held.claim
    )
    DELETE FROM ledger.stored_answer WHERE claim IN (SELECT claim FROM forgotten)`,
};

const READ_RECEIPTS = {
  name: 'receipts_of_answers',
  text: `SELECT held.credential_id AS "credentialId", held.idempotency_key AS key,
      ledger.receipt_text(entry.receipt_sequence, entry.receipt_hash) AS receipt
    FROM unnest($1::text[], $2::text[]) AS wanted (credential_id, idempotency_key)
    JOIN ledger.idempotency AS held USING (credential_id, idempotency_key)
    JOIN ledger.stored_answer AS stored ON stored.claim = held.claim
    JOIN ledger.entry ON entry.entry_id = stored.event_id`,
};

const nameOf = ({ credentialId, key }: Pick<KeyRequest, 'credentialId' | 'key'>) => `${credentialId} ${key}`;

/** Idempotency records; the functions in migrations/ define who may do what to a key, and when. */
export class KeyStore {
  /** @param leaseSeconds how long a silent claim holds its key. */
  constructor(
    private readonly pool: Pool,
    private readonly leaseSeconds: number,
  ) {}

  /**
   * Claims a batch's keys or returns the state of their earlier requests; one outcome per item, in order. Repeated with
   * the same claims it returns the same.
   *
   * @param requests no two with the same credential and key.
   * @throws the driver's error.
   */
  async claim(requests: readonly KeyRequest[]): Promise<KeyOutcome[]> {
    await this.forgetOlder(requests.filter(({ replaySeconds }) => replaySeconds !== undefined));
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
    const outcomes = rows.map(keyOutcomeFromRow);
    if (!outcomes.some(({ outcome }) => outcome === 'replay')) return outcomes;
    const receipts = await this.readReceipts(requests.filter((_, n) => outcomes[n]!.outcome === 'replay'));
    return outcomes.map((outcome, n) =>
      outcome.outcome === 'replay' ? { ...outcome, receipt: receipts.get(nameOf(requests[n]!)) } : outcome,
    );
  }

  /**
   * Receipts of the charges whose responses are stored; none without a chain: for test keys, and from before there were
   * receipts.
   */
  private async readReceipts(requests: readonly KeyRequest[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ credentialId: string; key: string; receipt: string | null }>({
      ...READ_RECEIPTS,
      values: [requests.map(({ credentialId }) => credentialId), requests.map(({ key }) => key)],
    });
    return new Map(rows.flatMap((row) => (row.receipt === null ? [] : [[nameOf(row), row.receipt]])));
  }

  private async forgetOlder(requests: readonly KeyRequest[]): Promise<void> {
    if (requests.length === 0) return;
    await this.pool.query({
      ...FORGET_OLDER,
      values: [
        requests.map((request) => request.credentialId),
        requests.map((request) => request.key),
        requests.map((request) => request.replaySeconds),
      ],
    });
  }

  /** Frees a key that this claim still holds and that is not done; returns whether it did. */
  async release(credentialId: string, key: string, claim: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ released: boolean }>(
      'SELECT ledger.release_key($1, $2, $3) AS released',
      [credentialId, key, claim],
    );
    return rows[0]?.released ?? false;
  }

  /** Has a claim that is not completed hold its key for the replay window. */
  async keep(credentialId: string, key: string, claim: string): Promise<void> {
    await this.pool.query(
      `UPDATE ledger.idempotency SET free_at = now() + make_interval(secs => $4)
       WHERE credential_id = $1 AND idempotency_key = $2 AND claim = $3 AND completed_at IS NULL`,
      [credentialId, key, claim, REPLAY_WINDOW_SECONDS],
    );
  }

  /** Removes up to `limit` expired records; returns how many. */
  async removeFree(limit: number): Promise<number> {
    const { rows } = await this.pool.query<{ removed: number }>(
      'SELECT ledger.remove_free_keys(make_interval(secs => $1), $2) AS removed',
      [REPLAY_WINDOW_SECONDS, limit],
    );
    return rows[0]?.removed ?? 0;
  }
}
