import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';

/** How far behind the relay is. */
export async function getOutboxStatus(context: Context): Promise<ledger.OutboxStatus> {
  return onDatabase(() => context.outbox.readStatus());
}
