import type { search } from '@heliograph/proto';
import type { Context } from '../context';
import { toSearchQuery } from './convert';

/** The exact number of matches. */
export async function count(context: Context, request: search.CountRequest): Promise<search.CountResponse> {
  return { total: BigInt(await context.store.count(toSearchQuery(request.filters))) };
}
