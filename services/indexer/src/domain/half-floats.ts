/**
 * Vectors as 16-bit floats (IEEE 754 binary16), little-endian: half the space of 32 bits, accurate to three decimals
 * between -1 and 1, which is more than an 8-bit index keeps.
 */

/** Numbers by their 16 bits. */
const numbers = new Float32Array(0x1_0000).map((_, half) => numberOf(half));

/**
 * @param vector 32-bit floats, little-endian.
 * @throws RangeError when a number is not finite or larger than 65,504, which no vector of length 1 contains.
 */
export function encodeHalves(vector: Buffer): Buffer {
  const from = viewOf(vector);
  const halves = Buffer.allocUnsafeSlow(vector.length / 2);
  const to = viewOf(halves);
  for (let at = 0; at < vector.length; at += 4)
    to.setUint16(at >>> 1, halfOf(from.getUint32(at, true)), true);
  return halves;
}

/** The vector, rescaled to length 1 because rounding moved it slightly. */
export function decodeHalves(halves: Buffer): Float32Array {
  const from = viewOf(halves);
  const vector = new Float32Array(halves.length >>> 1);
  let squares = 0;
  for (let index = 0; index < vector.length; index += 1) {
    const value = numbers[from.getUint16(index << 1, true)]!;
    vector[index] = value;
    squares += value * value;
  }
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  for (let index = 0; index < vector.length; index += 1) vector[index] = vector[index]! * scale;
  return vector;
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The nearest 16-bit float to a 32-bit one, ties to even, both as bits. */
function halfOf(value: number): number {
  const sign = (value >>> 16) & 0x8000;
  const exponent = (value >>> 23) & 0xff;
  const mantissa = value & 0x7f_ffff;
  // Less than half of the smallest half float.
  if (exponent < 102) return sign;
  // A subnormal half float writes out the leading bit.
  const isNormal = exponent >= 113;
  const whole = isNormal ? ((exponent - 112) << 23) | mantissa : mantissa | 0x80_0000;
  const shift = isNormal ? 13 : 126 - exponent;
  const rest = whole & ((1 << shift) - 1);
  const tie = 1 << (shift - 1);
  const floor = whole >>> shift;
  const half = rest > tie || (rest === tie && (floor & 1) === 1) ? floor + 1 : floor;
  if (exponent > 142 || half >= 0x7c00) throw new RangeError('a number of the vector is out of range');
  return sign | half;
}

function numberOf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 0x1f;
  const mantissa = half & 0x3ff;
  if (exponent === 0) return sign * mantissa * 2 ** -24;
  return sign * (1 + mantissa / 1_024) * 2 ** (exponent - 15);
}
