import { onDatabase } from '@heliograph/postgres';
import type { indexer } from '@heliograph/proto';
import { ServiceError, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { PartFailure } from '../blockers';
import { compare } from '../repair/compare';
import { comparisonToResponse } from './convert';

/**
 * Compares catalog and vector index.
 *
 * @throws ServiceError `semantic_unavailable` without a model, `unavailable` while database or index do not answer.
 */
export async function compareIndex(context: Context, call: CallContext): Promise<indexer.CompareResponse> {
  const { collections, index, reports, blockers } = context;
  const collection = collections.current;
  if (!collection) {
    throw new ServiceError(
      'semantic_unavailable',
      blockers.text || 'The model is not known yet. Try again shortly.',
    );
  }
  try {
    const comparison = await onDatabase(() =>
      compare({ index, catalog: reports, blockers }, collection, () => call.remainingMs() === 0),
    );
    return comparisonToResponse(comparison);
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    throw cause instanceof PartFailure && cause.cause instanceof ServiceError ? cause.cause : error;
  }
}
