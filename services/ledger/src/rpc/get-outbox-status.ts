import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { toCallerError } from '../storage/database-failure';

/** How far behind the relay is. */
export async function getOutboxStatus(context: Context): Promise<ledger.OutboxStatus> {
  try {
    return await context.outbox.readStatus();
  } catch (error) {
    throw toCallerError(error);
  }
}
