/** Below this length, a direction is rounding noise. */
const SHORTEST = 1e-20;

/** Values without a direction: not finite, not numbers, or all zero. */
export class UnusableVectorError extends Error {
  constructor() {
    super('the vector has no direction');
    this.name = 'UnusableVectorError';
  }
}

/**
 * Scales a vector to length 1, so that the dot product of two is their cosine.
 *
 * @param values unchecked, from outside.
 * @throws UnusableVectorError
 */
export function unitVector(values: ArrayLike<unknown>): Float32Array {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (typeof value !== 'number') throw new UnusableVectorError();
    sum += value * value;
  }
  const length = Math.sqrt(sum);
  // A NaN sum fails both comparisons.
  if (!(length > SHORTEST && length < Infinity)) throw new UnusableVectorError();
  return Float32Array.from(values as ArrayLike<number>, (value) => value / length);
}
