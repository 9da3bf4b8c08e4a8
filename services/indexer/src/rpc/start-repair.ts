import { onDatabase } from '@heliograph/postgres';
import type { indexer } from '@heliograph/proto';
import type { Context } from '../context';

/** Asks the leader, whichever process it is, for a repair. */
export async function startRepair(context: Context): Promise<indexer.StartRepairResponse> {
  await onDatabase(() => context.repairs.request());
  return {};
}
