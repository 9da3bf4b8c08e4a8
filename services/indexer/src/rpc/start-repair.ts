import { onDatabase } from '@heliograph/postgres';
import type { indexer } from '@heliograph/proto';
import type { Context } from '../context';

/** Requests a repair from the leader, whichever process that is. */
export async function startRepair(context: Context): Promise<indexer.StartRepairResponse> {
  await onDatabase(() => context.repairs.request());
  return {};
}
