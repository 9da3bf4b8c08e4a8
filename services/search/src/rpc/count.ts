import type { search } from '@heliograph/proto';
import { ServiceError, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';

/**
 * The exact number of matches.
 *
 * @throws ServiceError `invalid_parameter` when it would cost too much, `rate_limited`, `unavailable`.
 */
export async function count(
  { engine, maximumCountCostMs, admissionMetrics }: Context,
  request: search.CountRequest,
  call: CallContext,
): Promise<search.CountResponse> {
  try {
    return { total: BigInt(await engine.count(request.filters ?? {}, call, maximumCountCostMs)) };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_parameter') {
      admissionMetrics.refused('dear', 'cost');
    }
    throw error;
  }
}
