import type { PoolClient } from 'pg';

/** Who asked for a change. */
export interface Actor {
  caller: string;
  requestId: string;
}

export interface Change {
  action: 'account.create' | 'account.status' | 'key.create' | 'key.update' | 'key.revoke';
  accountId: string;
  keyId?: string;
  /** What changed, never a key or its hash. */
  detail: Record<string, unknown>;
}

/** Logs a change, in the transaction that makes it. */
export async function writeAudit(client: PoolClient, actor: Actor, change: Change): Promise<void> {
  await client.query(
    `INSERT INTO identity.audit_entry (action, caller, request_id, account_id, key_id, detail)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [change.action, actor.caller, actor.requestId, change.accountId, change.keyId ?? null, change.detail],
  );
}
