import { unitVector, UnusableVectorError } from '../../domain/vector';
import { ProviderFailure } from './provider-failure';

/**
 * Validates a vendor's vectors and scales them to length 1.
 *
 * @param answered one per text, unchecked; undefined when the response has another shape.
 * @returns undefined in place of a vector that is not finite or has no direction.
 * @throws ProviderFailure when the response does not match the texts or the model, or no vector is usable.
 */
export function readVectors(
  answered: unknown[] | undefined,
  expected: { count: number; dimensions: number },
): (Float32Array | undefined)[] {
  if (!answered) throw new ProviderFailure('malformed_answer');
  if (answered.length !== expected.count) throw new ProviderFailure('wrong_count');
  const vectors = answered.map((values) => {
    if (!Array.isArray(values)) throw new ProviderFailure('malformed_answer');
    if (values.length !== expected.dimensions) throw wrongDimensions(values.length, expected.dimensions);
    return usable(values);
  });
  if (vectors.every((vector) => vector === undefined)) throw new ProviderFailure('unusable_vector');
  return vectors;
}

function wrongDimensions(actual: number, expected: number): ProviderFailure {
  return new ProviderFailure('wrong_dimensions', {
    advice:
      `The embedding provider returned vectors of ${actual} dimensions, but ${expected} are configured. ` +
      `Set EMBEDDING_DIMENSIONS to ${actual}, or EMBEDDING_MODEL to a model of ${expected}.`,
  });
}

function usable(values: unknown[]): Float32Array | undefined {
  try {
    return unitVector(values);
  } catch (error) {
    if (error instanceof UnusableVectorError) return undefined;
    throw error;
  }
}
