import type { vectors } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { checkScanRequest } from './convert';

/** Points in ascending order of id. */
export async function scan(
  { index }: Context,
  request: vectors.ScanRequest,
  { deadline }: CallContext,
): Promise<vectors.ScanResponse> {
  checkScanRequest(request);
  const { collection, afterId, limit } = request;
  const page = await index.run('scan', { collection, after: BigInt(afterId || '0'), limit }, deadline);
  return { ids: [...page.ids], versions: Array.from(page.versions, BigInt) };
}
