import { Rotation } from '../../src/domain/rotation';
import { CODE_ROWS, GROUP_BYTES, GROUP_DIMENSIONS, type CodeMemory } from '../../src/domain/sign-code';

/** A row's code as the paper and the layout describe it, in 64-bit floats. */
export interface PlainCode {
  /** The rotated difference from the center. */
  rotated: Float64Array;
  /** 16-bit fractions of 2, and of 16 over the square root of the dimensions. */
  offset: number;
  factor: number;
}

export function plainCodeOf(vector: ArrayLike<number>, center: Float32Array, dimensions: number): PlainCode {
  const difference = new Float64Array(dimensions);
  center.forEach((value, index) => (difference[index] = vector[index]! - value));
  const rotated = new Rotation(dimensions).apply(difference).slice();
  const squares = difference.reduce((sum, value) => sum + value * value, 0);
  const magnitude = rotated.reduce((sum, value) => sum + Math.abs(value), 0);
  const offset = center.reduce((sum, value, index) => sum + value * difference[index]!, 0);
  return {
    rotated,
    offset: fractionOf(offset, 2),
    factor: fractionOf(magnitude && squares / magnitude, Math.min(2, 16 / Math.sqrt(dimensions))),
  };
}

/** Writes the code of a row to its position in a block. */
export function writePlainCode(
  { rotated, offset, factor }: PlainCode,
  position: number,
  { bytes, shorts }: Pick<CodeMemory, 'bytes' | 'shorts'>,
  address: number,
): void {
  rotated.forEach((value, index) => {
    const { byte, shift } = placeOf(address, position, Math.floor(index / GROUP_DIMENSIONS));
    const bit = 1 << (shift + (index % GROUP_DIMENSIONS));
    bytes[byte] = value >= 0 ? bytes[byte]! | bit : bytes[byte]! & ~bit;
  });
  const offsets = offsetsOf(address, rotated.length);
  shorts[offsets + position] = offset;
  shorts[offsets + CODE_ROWS + position] = factor;
}

/** A row's offset and factor, as {@link PlainCode} has them. */
export function numbersOf(shorts: Int16Array, address: number, position: number, dimensions: number) {
  const offsets = offsetsOf(address, dimensions);
  return { offset: shorts[offsets + position]!, factor: shorts[offsets + CODE_ROWS + position]! };
}

/** A row's half byte in a group. */
export function signsOf(bytes: Int8Array, address: number, position: number, group: number): number {
  const { byte, shift } = placeOf(address, position, group);
  return (bytes[byte]! >> shift) & 0x0f;
}

function placeOf(address: number, position: number, group: number): { byte: number; shift: number } {
  const within = position % 16;
  const byte = within < 8 ? 2 * within : 2 * (within - 8) + 1;
  return { byte: address + group * GROUP_BYTES + byte, shift: position < 16 ? 0 : 4 };
}

function offsetsOf(address: number, dimensions: number): number {
  return (address + (dimensions / GROUP_DIMENSIONS) * GROUP_BYTES) / 2;
}

function fractionOf(value: number, largest: number): number {
  return Math.max(-32_767, Math.min(32_767, Math.round((value / largest) * 32_768)));
}
