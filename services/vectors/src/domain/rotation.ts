/** Arbitrary, but constant: all codes must be made with the same seed. */
const SEED = 0x9e37_79b9;

/**
 * A fixed pseudorandom rotation, which preserves dot products and spreads the information of a few dimensions over
 * many: dimensions are shuffled, signs flipped, and each block is Hadamard transformed.
 */
export class Rotation {
  private readonly block: number;
  /** What the unscaled transform is multiplied by. */
  readonly scale: number;
  /** 1 or -1, by shuffled dimension. */
  readonly signs: Float64Array;
  /** The original dimensions, shuffled. */
  readonly order: Uint32Array;
  private readonly rotated: Float64Array;

  constructor(private readonly dimensions: number) {
    this.block = blockOf(dimensions);
    this.scale = 1 / Math.sqrt(this.block);
    const random = randomIntegers(SEED);
    this.signs = Float64Array.from({ length: dimensions }, () => ((random() & 1) === 0 ? 1 : -1));
    this.order = shuffledOrder(dimensions, random);
    this.rotated = new Float64Array(dimensions);
  }

  /** @returns the rotated vector; valid until the next call. */
  apply(vector: Float64Array): Float64Array {
    const { block, dimensions, order, rotated, scale, signs } = this;
    for (let index = 0; index < dimensions; index += 1)
      rotated[index] = vector[order[index]!]! * signs[index]! * scale;
    for (let start = 0; start < dimensions; start += block) transform(rotated, start, block);
    return rotated;
  }
}

/** Dimensions of a block: the greatest power of two that divides them. */
export function blockOf(dimensions: number): number {
  return dimensions & -dimensions;
}

/** The unscaled Hadamard transform. */
function transform(values: Float64Array, start: number, length: number): void {
  const end = start + length;
  for (let half = 1; half < length; half *= 2) {
    for (let from = start; from < end; from += 2 * half) {
      for (let index = from; index < from + half; index += 1) {
        const first = values[index]!;
        const second = values[index + half]!;
        values[index] = first + second;
        values[index + half] = first - second;
      }
    }
  }
}

function shuffledOrder(length: number, random: () => number): Uint32Array {
  const order = Uint32Array.from({ length }, (_, index) => index);
  for (let index = length - 1; index > 0; index -= 1) {
    const other = random() % (index + 1);
    [order[index], order[other]] = [order[other]!, order[index]!];
  }
  return order;
}

/** Seeded pseudorandom unsigned 32-bit integers (mulberry32). */
function randomIntegers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
