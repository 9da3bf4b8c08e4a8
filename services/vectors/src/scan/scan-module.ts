import { assemble, f32, get, i32, repeat, set, tee, VALUE, vector, type Code } from './assembler';
import { WebAssembly } from './web-assembly';

/** Numbers that one turn of an inner loop takes; rows and queries are padded to a multiple of it. */
export const DIMENSION_STEP = 32;

/** 16-bit integers in a vector register. */
const LANES = 8;

/** What the module exports. Addresses are in bytes. */
export interface ScanFunctions {
  /**
   * For each of `count` rows of signed bytes, one behind the other, the sum of products with the query's 16-bit integers, times the
   * row's scale. `count` is at least 1, `dimensions` a multiple of {@link DIMENSION_STEP}; sums must fit 32 bits.
   */
  scan(query: number, rows: number, scales: number, count: number, dimensions: number, scores: number): void;
  /** The sum of products of the query's 32-bit floats with `256 * high + low`. `dimensions` as above. */
  multiply(query: number, high: number, low: number, dimensions: number): number;
}

/** Compiled once; each memory has an instance of its own. */
export const scanModule = new WebAssembly.Module(assemble([scanFunction(), multiplyFunction()]));

function scanFunction() {
  // Parameters are moved along as cursors.
  const [query, rows, scales, count, dimensions, scores] = [0, 1, 2, 3, 4, 5];
  const [rowEnd, queryCursor, scoresEnd, firstSum, secondSum] = [6, 7, 8, 9, 10];

  /** Two sums take turns, so that an addition need not wait for the one before. */
  const multiplyAndAdd = (index: number): Code => {
    const sum = index % 2 === 0 ? firstSum : secondSum;
    return [
      get(sum),
      [get(rows), vector.load8x8Signed(index * LANES)],
      [get(queryCursor), vector.load(index * LANES * 2)],
      [vector.dot16x8, vector.add32x4, set(sum)],
    ];
  };
  const lane = (index: number): Code => [get(firstSum), vector.extractLane32x4(index)];

  return {
    name: 'scan',
    parameters: 6,
    locals: [
      { type: VALUE.i32, count: 3 },
      { type: VALUE.v128, count: 2 },
    ],
    body: [
      [get(scores), get(count), i32.const(2), i32.shl, i32.add, set(scoresEnd)],
      repeat(
        [get(rows), get(dimensions), i32.add, set(rowEnd), get(query), set(queryCursor)],
        [vector.zero, set(firstSum), vector.zero, set(secondSum)],
        repeat(
          ...Array.from({ length: DIMENSION_STEP / LANES }, (_, index) => multiplyAndAdd(index)),
          advance(queryCursor, 2 * DIMENSION_STEP),
          [advanceTo(rows, DIMENSION_STEP), get(rowEnd), i32.lessThanUnsigned],
        ),
        get(scores),
        [get(firstSum), get(secondSum), vector.add32x4, set(firstSum)],
        [lane(0), lane(1), i32.add, lane(2), i32.add, lane(3), i32.add],
        [f32.convertSigned, get(scales), f32.load(), f32.multiply, f32.store()],
        advance(scales, 4),
        [advanceTo(scores, 4), get(scoresEnd), i32.lessThanUnsigned],
      ),
    ],
  };
}

function multiplyFunction() {
  const [query, high, low, dimensions] = [0, 1, 2, 3];
  const [end, values, firstSum, secondSum] = [4, 5, 6, 7];

  const multiplyAndAdd = (sum: number, extend: Code, offset: number): Code => [
    [get(sum), get(values), extend, vector.toFloats],
    [get(query), vector.load(offset), vector.multiplyFloats, vector.addFloats, set(sum)],
  ];
  const step = (index: number): Code => [
    [get(high), vector.load8x8Signed(index * LANES), i32.const(8), vector.shiftLeft16x8],
    [get(low), vector.load8x8Signed(index * LANES), vector.add16x8, set(values)],
    multiplyAndAdd(firstSum, vector.extendLowSigned, index * LANES * 4),
    multiplyAndAdd(secondSum, vector.extendHighSigned, index * LANES * 4 + 16),
  ];
  const lane = (index: number): Code => [get(firstSum), vector.extractFloat(index)];

  return {
    name: 'multiply',
    parameters: 4,
    result: VALUE.f32,
    locals: [
      { type: VALUE.i32, count: 1 },
      { type: VALUE.v128, count: 3 },
    ],
    body: [
      [get(high), get(dimensions), i32.add, set(end)],
      repeat(
        ...Array.from({ length: DIMENSION_STEP / LANES }, (_, index) => step(index)),
        advance(query, 4 * DIMENSION_STEP),
        advance(low, DIMENSION_STEP),
        [advanceTo(high, DIMENSION_STEP), get(end), i32.lessThanUnsigned],
      ),
      [get(firstSum), get(secondSum), vector.addFloats, set(firstSum)],
      [lane(0), lane(1), f32.add, lane(2), f32.add, lane(3), f32.add],
    ],
  };
}

function advance(local: number, bytes: number): Code {
  return [get(local), i32.const(bytes), i32.add, set(local)];
}

/** The same, and leaves the new value. */
function advanceTo(local: number, bytes: number): Code {
  return [get(local), i32.const(bytes), i32.add, tee(local)];
}
