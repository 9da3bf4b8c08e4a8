import { ENCODING, GROUP_BYTES, GROUP_DIMENSIONS, SUMS, SUMS_BYTES } from '../domain/sign-code';
import {
  f32,
  get,
  i32,
  LANES,
  repeat,
  set,
  tee,
  VALUE,
  vector,
  VECTOR_BYTES,
  type Code,
  type FunctionDefinition,
} from './assembler';
import { advance, advanceTo } from './cursors';

/** Steps per iteration of a loop: the smallest number of steps, that of 32 or 64 dimensions, is a multiple of it. */
const UNROLLED = 4;

const unrolled = (step: (index: number) => Code): Code[] =>
  Array.from({ length: UNROLLED }, (_, index) => step(index));

/** Stores the sum of four floats before the values. */
const storeSum = (values: number, floats: number, field: keyof typeof SUMS): Code => {
  const lane = (index: number): Code => [get(floats), vector.extractFloat(index)];
  return [get(values), lane(0), lane(1), f32.add, lane(2), f32.add, lane(3), f32.add, f32.store(SUMS[field])];
};

export function subtractCenterFunction(): FunctionDefinition {
  const [high, low, scale, encoding, dimensions, values] = [0, 1, 2, 3, 4, 5];
  const [end, cursor, scales, integers, difference, squares, offset] = [6, 7, 8, 9, 10, 11, 12];

  const addProduct = (sum: number, other: Code): Code => [
    [get(sum), get(difference), other, vector.multiplyFloats, vector.addFloats, set(sum)],
  ];
  const subtract = (group: number, extend: Code): Code => {
    const load = (field: 'signs' | 'center'): Code => [
      [get(encoding), vector.load(group * ENCODING.bytes + ENCODING[field])],
    ];
    return [
      [get(cursor), get(integers), extend, vector.toFloats, get(scales), vector.multiplyFloats],
      [load('signs'), vector.multiplyFloats, load('center'), vector.subtractFloats, tee(difference)],
      vector.store(SUMS_BYTES + group * VECTOR_BYTES),
      addProduct(squares, get(difference)),
      addProduct(offset, load('center')),
    ];
  };
  const subtractTwo = (index: number): Code => [
    [get(high), vector.load8x8Signed(index * LANES), i32.const(8), vector.shiftLeft16x8],
    [get(low), vector.load8x8Signed(index * LANES), vector.add16x8, set(integers)],
    subtract(2 * index, vector.extendLowSigned),
    subtract(2 * index + 1, vector.extendHighSigned),
  ];
  return {
    name: 'subtractCenter',
    parameters: 6,
    locals: [
      { type: VALUE.i32, count: 2 },
      { type: VALUE.v128, count: 5 },
    ],
    body: [
      [get(high), get(dimensions), i32.add, set(end), get(values), set(cursor)],
      [get(scale), vector.loadFloats(0), set(scales)],
      repeat(
        ...unrolled(subtractTwo),
        advance(low, UNROLLED * LANES),
        advance(encoding, UNROLLED * 2 * ENCODING.bytes),
        advance(cursor, UNROLLED * 2 * VECTOR_BYTES),
        [advanceTo(high, UNROLLED * LANES), get(end), i32.lessThanUnsigned],
      ),
      storeSum(values, squares, 'squares'),
      storeSum(values, offset, 'offset'),
    ],
  };
}

/**
 * The Hadamard transform in Pease's order: each stage adds and subtracts the halves of a block, and interleaves sums
 * and differences. So all stages are the same, and the last one leaves the values in their order.
 */
export function writeSignsFunction(): FunctionDefinition {
  const [encoding, dimensions, stages, values, code, shift] = [0, 1, 2, 3, 4, 5];
  const [bufferBytes, block, blockBytes, blocksEnd, from, to, remaining] = [6, 7, 8, 9, 10, 11, 12];
  const [first, second, out, end, kept] = [13, 14, 15, 16, 17];
  const [one, other, sum, difference, magnitude] = [18, 19, 20, 21, 22];

  const shuffle = (group: number): Code =>
    Array.from({ length: GROUP_DIMENSIONS }, (_, index) => [
      [get(out), get(encoding), i32.load(group * ENCODING.bytes + ENCODING.sources + 4 * index)],
      [f32.load(), f32.store(group * VECTOR_BYTES + 4 * index)],
    ]);
  const combine = (index: number): Code => [
    [get(first), vector.load(index * VECTOR_BYTES), tee(one)],
    [get(second), vector.load(index * VECTOR_BYTES), tee(other), vector.addFloats, set(sum)],
    [get(one), get(other), vector.subtractFloats, set(difference)],
    [get(out), get(sum), get(difference), vector.interleaveLow32x4, vector.store(2 * index * VECTOR_BYTES)],
    [get(out), get(sum), get(difference), vector.interleaveHigh32x4],
    vector.store((2 * index + 1) * VECTOR_BYTES),
  ];
  const stage: Code = [
    [get(from), tee(first), get(blockBytes), i32.const(1), i32.shiftRightUnsigned, i32.add],
    [tee(second), set(end), get(to), set(out)],
    repeat(
      ...unrolled(combine),
      advance(second, UNROLLED * VECTOR_BYTES),
      advance(out, UNROLLED * 2 * VECTOR_BYTES),
      [advanceTo(first, UNROLLED * VECTOR_BYTES), get(end), i32.lessThanUnsigned],
    ),
    [get(from), get(to), set(from), set(to)],
  ];
  /** The other half of each byte belongs to another row. */
  const writeGroup = (group: number): Code => [
    [get(from), vector.load(group * VECTOR_BYTES), tee(one), vector.absoluteFloats],
    [get(magnitude), vector.addFloats, set(magnitude)],
    [get(code), get(code), i32.load8(group * GROUP_BYTES), get(kept), i32.and],
    [get(one), vector.zero, vector.floatsAtLeast, vector.bitmask32x4, get(shift), i32.shl],
    [i32.or, i32.store8(group * GROUP_BYTES)],
  ];
  return {
    name: 'writeSigns',
    parameters: 6,
    locals: [
      { type: VALUE.i32, count: 12 },
      { type: VALUE.v128, count: 5 },
    ],
    body: [
      [get(dimensions), i32.const(2), i32.shl, set(bufferBytes)],
      [get(values), i32.const(SUMS_BYTES), i32.add, get(bufferBytes), i32.add, tee(block), tee(out)],
      [get(bufferBytes), i32.add, set(blocksEnd)],
      repeat(...unrolled(shuffle), advance(encoding, UNROLLED * ENCODING.bytes), [
        advanceTo(out, UNROLLED * VECTOR_BYTES),
        get(blocksEnd),
        i32.lessThanUnsigned,
      ]),
      [i32.const(4), get(stages), i32.shl, set(blockBytes)],
      [i32.const(0xf0), get(shift), i32.shiftRightUnsigned, set(kept)],
      repeat(
        [get(block), tee(from), get(bufferBytes), i32.add, set(to), get(stages), set(remaining)],
        repeat(stage, [get(remaining), i32.const(1), i32.subtract, tee(remaining)]),
        [get(from), get(blockBytes), i32.add, set(end)],
        repeat(...unrolled(writeGroup), advance(code, UNROLLED * GROUP_BYTES), [
          advanceTo(from, UNROLLED * VECTOR_BYTES),
          get(end),
          i32.lessThanUnsigned,
        ]),
        [get(block), get(blockBytes), i32.add, tee(block), get(blocksEnd), i32.lessThanUnsigned],
      ),
      storeSum(values, magnitude, 'magnitude'),
    ],
  };
}
