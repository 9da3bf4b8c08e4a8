import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { checkRelease } from './convert';

/** Keeps the key of a free request that succeeded from other requests. A key held by another claim is left alone. */
export async function keep(context: Context, request: ledger.KeepRequest): Promise<ledger.KeepResponse> {
  checkRelease(request);
  const { credentialId, idempotencyKey, claim } = request;
  await onDatabase(() => context.keys.keep(credentialId, idempotencyKey, claim));
  return {};
}
