import { inTransaction } from '@heliograph/postgres';
import { uuidv7 } from '@heliograph/runtime';
import type { Pool, PoolClient } from 'pg';
import { isLongFailure, type FailureContent } from '../domain/failure-mail';
import type { DeliverySummaryRow } from './delivery-rows';

/** Hours between two emails about one webhook, however often it recovers. */
const PAUSE_HOURS = 24;

/**
 * Stores the email about a webhook whose delivery was given up or has failed for long, with the attempt: one until
 * {@link endFailure} (db: `mail_of_failure`). If the process dies before the commit, neither is stored, and the attempt
 * is repeated.
 */
export async function tellFailure(
  client: PoolClient,
  { saved_search_id: id, state, round_began_at: beganAt }: DeliverySummaryRow,
  { at, failure: reason }: { at: Date; failure: string | undefined },
): Promise<void> {
  const hasStopped = state === 'failed';
  if (reason === undefined || beganAt === null || !(hasStopped || isLongFailure(beganAt, at))) return;
  const content: Omit<FailureContent, 'name'> = { since: beganAt.toISOString(), reason, hasStopped };
  await client.query(
    `INSERT INTO notifier.mail (mail_id, kind, saved_search_id, account_id, content, next_at)
     SELECT $2, 'webhook', saved_search_id, account_id, $3::jsonb || jsonb_build_object('name', name),
       greatest(now(), (SELECT max(next_at) + make_interval(hours => $4) FROM notifier.mail AS earlier
         WHERE earlier.saved_search_id = $1 AND kind = 'webhook' AND earlier.state = 'sent'))
     FROM notifier.saved_search WHERE saved_search_id = $1 AND mails_failures
     ON CONFLICT (saved_search_id) WHERE kind = 'webhook' AND ended_at IS NULL DO NOTHING`,
    [id, uuidv7(), content, PAUSE_HOURS],
  );
}

/** The webhook accepted something or was changed: its email is not sent any more, and the next failure is told again. */
export async function endFailure(client: PoolClient, savedSearchId: string): Promise<void> {
  await client.query(
    `UPDATE notifier.mail SET ended_at = now(), state = CASE WHEN state = 'pending' THEN 'canceled' ELSE state END
     WHERE saved_search_id = $1 AND kind = 'webhook' AND ended_at IS NULL`,
    [savedSearchId],
  );
}

/** Sends no emails about this webhook until it is set again. */
export function muteFailures(pool: Pool, savedSearchId: string): Promise<void> {
  return inTransaction(pool, async (client) => {
    // First: what stores such an email has locked this row, and has committed from here on.
    await client.query('UPDATE notifier.saved_search SET mails_failures = false WHERE saved_search_id = $1', [
      savedSearchId,
    ]);
    await endFailure(client, savedSearchId);
  });
}
