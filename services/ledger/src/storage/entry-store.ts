import { USAGE_RECORDED_TOPIC } from '@heliograph/event-log';
import { uuidv7 } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { Entry, EntryKind, Refund, RefundOutcome, ReversalOutcome, VoidOutcome } from '../domain/entry';
import { ONE_TIME_API_RECORDS, ONE_TIME_CLI_RECORDS } from '../domain/funds';
import { entryFromRow, type EntryRow } from './mapping';

const SELECT_ENTRY = `
  SELECT entry.*, (
    SELECT entry_id FROM ledger.entry AS reversal WHERE reversal.reverses_entry_id = entry.entry_id
  ) AS reversed_by
  FROM ledger.entry`;

/** What happened to accounts, and ways to take it back. */
export class EntryStore {
  constructor(private readonly pool: Pool) {}

  /**
   * Entries of an account, newest first.
   *
   * @param page `after`: the entry to continue after; `kind`: undefined for all.
   * @returns undefined when the account has no entry `after`.
   */
  async list(
    accountId: string,
    page: { limit: number; after: string | undefined; kind: EntryKind | undefined },
  ): Promise<Entry[] | undefined> {
    const values: unknown[] = [accountId, page.limit];
    const conditions = ['account_id = $1'];
    if (page.after !== undefined) {
      // The time as text: the driver's Date drops microseconds.
      const { rows } = await this.pool.query<{ time: string; position: string }>(
        'SELECT created_at::text AS time, position FROM ledger.entry WHERE account_id = $1 AND entry_id = $2',
        [accountId, page.after],
      );
      if (!rows[0]) return undefined;
      values.push(rows[0].time, rows[0].position);
      conditions.push('(created_at, position) < ($3::timestamptz, $4::bigint)');
    }
    if (page.kind !== undefined) {
      values.push(page.kind);
      conditions.push(`kind = $${values.length}`);
      // Lets the planner use the index without charges.
      if (page.kind !== 'charge') conditions.push(`kind <> 'charge'`);
    }
    const { rows } = await this.pool.query<EntryRow>(
      `${SELECT_ENTRY} WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, position DESC LIMIT $2`,
      values,
    );
    return rows.map(entryFromRow);
  }

  /**
   * Takes back a charge or a credit, once; see migrations/0008_voids_refunds_lineages.sql.
   *
   * @param asFarAsLeft whether to take only what is left of a partly spent credit.
   */
  async reverse(entryId: string, reason: string, asFarAsLeft: boolean): Promise<ReversalOutcome> {
    const { rows } = await this.pool.query<{
      outcome: ReversalOutcome['outcome'];
      reversal_id: string | null;
      balance: string | null;
    }>('SELECT outcome, reversal_id, balance FROM ledger.reverse_entry($1, $2, $3)', [
      entryId,
      reason,
      asFarAsLeft,
    ]);
    const { outcome, reversal_id: reversalId, balance } = rows[0]!;
    if (outcome === 'insufficient') return { outcome, balanceMicros: BigInt(balance!) };
    if (outcome === 'absent' || outcome === 'irreversible') return { outcome };
    const reversal = await this.pool.query<EntryRow>(`${SELECT_ENTRY} WHERE entry_id = $1`, [reversalId]);
    return { outcome, reversal: entryFromRow(reversal.rows[0]!) };
  }

  /**
   * Takes a charge back, or prevents it; once. Its event gets its own version 7 UUID, because consumers forget ids by
   * their time.
   */
  async void(eventId: string, accountId: string, credentialId: string): Promise<VoidOutcome> {
    const { rows } = await this.pool.query<{ outcome: VoidOutcome }>(
      'SELECT ledger.void_charge($1, $2, $3, $4, $5, $6, $7) AS outcome',
      [
        eventId,
        uuidv7(),
        accountId,
        credentialId,
        USAGE_RECORDED_TOPIC,
        ONE_TIME_API_RECORDS,
        ONE_TIME_CLI_RECORDS,
      ],
    );
    return rows[0]!.outcome;
  }

  /** Takes what is left of a payment that went back to the payer, or returns it; once each. */
  async settleRefund(refund: Refund): Promise<RefundOutcome> {
    const { rows } = await this.pool.query<{
      outcome: RefundOutcome['outcome'];
      moved: string;
      balance: string | null;
    }>('SELECT outcome, moved, balance FROM ledger.settle_refund($1, $2, $3, $4, $5, $6)', [
      refund.accountId,
      refund.paymentReference,
      refund.reference,
      refund.micros,
      refund.isReturned,
      refund.reason,
    ]);
    const { outcome, moved, balance } = rows[0]!;
    return { outcome, movedMicros: BigInt(moved), balanceMicros: BigInt(balance ?? 0) };
  }
}
