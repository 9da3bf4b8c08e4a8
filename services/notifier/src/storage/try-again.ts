import type { PoolClient } from 'pg';

/** Has a refused address of an account tried again, at once, with what was not sent for that reason. */
export async function tryAgain(client: PoolClient, accountId: string): Promise<void> {
  // In the order in which others lock them.
  await client.query('UPDATE notifier.alert SET next_at = now() WHERE account_id = $1', [accountId]);
  await client.query('DELETE FROM notifier.refused_address WHERE account_id = $1', [accountId]);
  await client.query(
    `UPDATE notifier.mail SET next_at = now() WHERE account_id = $1 AND kind <> 'digest' AND state = 'pending'`,
    [accountId],
  );
}
