import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { checkRelease } from './convert';

/** Frees a key after a failed request. A key that is done, or held by another claim, is left alone. */
export async function release(
  context: Context,
  request: ledger.ReleaseRequest,
): Promise<ledger.ReleaseResponse> {
  checkRelease(request);
  return onDatabase(async () => {
    if (await context.keys.release(request.credentialId, request.idempotencyKey, request.claim)) {
      context.metrics.released();
    }
    return {};
  });
}
