import {
  DROP,
  f32,
  get,
  i32,
  LANES,
  repeat,
  SELECT,
  set,
  tee,
  VALUE,
  vector,
  type Code,
  type FunctionDefinition,
} from './assembler';
import { advance, advanceTo } from './cursors';

/** Numbers per iteration of an inner loop; rows and queries are padded to a multiple of it. */
export const DIMENSION_STEP = 32;

/** Parameters of `scan` and `scanListed`, which advance as cursors, and their locals. */
interface RowProduct {
  query: number;
  row: number;
  dimensions: number;
  rowEnd: number;
  queryCursor: number;
  firstSum: number;
  secondSum: number;
}

/** Leaves the dot product of a row's bytes and the query's 16-bit integers, as a 32-bit float. */
function product({ query, row, dimensions, rowEnd, queryCursor, firstSum, secondSum }: RowProduct): Code {
  /** Two sums alternate, so an addition need not wait for the previous one. */
  const multiplyAndAdd = (index: number): Code => {
    const sum = index % 2 === 0 ? firstSum : secondSum;
    return [
      get(sum),
      [get(row), vector.load8x8Signed(index * LANES)],
      [get(queryCursor), vector.load(index * LANES * 2)],
      [vector.dot16x8, vector.add32x4, set(sum)],
    ];
  };
  const lane = (index: number): Code => [get(firstSum), vector.extractLane32x4(index)];
  return [
    [get(row), get(dimensions), i32.add, set(rowEnd), get(query), set(queryCursor)],
    [vector.zero, set(firstSum), vector.zero, set(secondSum)],
    repeat(
      ...Array.from({ length: DIMENSION_STEP / LANES }, (_, index) => multiplyAndAdd(index)),
      advance(queryCursor, 2 * DIMENSION_STEP),
      [advanceTo(row, DIMENSION_STEP), get(rowEnd), i32.lessThanUnsigned],
    ),
    [get(firstSum), get(secondSum), vector.add32x4, set(firstSum)],
    [lane(0), lane(1), i32.add, lane(2), i32.add, lane(3), i32.add],
    f32.convertSigned,
  ];
}

export function scanFunction(): FunctionDefinition {
  const [query, row, scales, count, dimensions, scores] = [0, 1, 2, 3, 4, 5];
  const [rowEnd, queryCursor, scoresEnd, firstSum, secondSum] = [6, 7, 8, 9, 10];
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
        get(scores),
        product({ query, row, dimensions, rowEnd, queryCursor, firstSum, secondSum }),
        [get(scales), f32.load(), f32.multiply, f32.store()],
        advance(scales, 4),
        [advanceTo(scores, 4), get(scoresEnd), i32.lessThanUnsigned],
      ),
    ],
  };
}

/**
 * Rows of a list fetched from memory together, before the first is multiplied: they are scattered, and one at a time
 * each would stall.
 */
const FETCHED_ROWS = 16;
export const CACHE_LINE_BYTES = 64;
/** Address of a row and of its scale. */
export const LIST_ITEM_BYTES = 8;

interface ListWalk {
  list: number;
  count: number;
  scores: number;
  fetched: number;
  listEnd: number;
  fetchedEnd: number;
}

/** For each row of a list, what `product` leaves for the row at the cursor `list`, times its scale. */
function overList(walk: ListWalk, fetchRow: Code, product: Code): Code[] {
  const { list, count, scores, fetched, listEnd, fetchedEnd } = walk;
  return [
    [get(list), get(count), i32.const(3), i32.shl, i32.add, set(listEnd)],
    repeat(
      [get(list), set(fetched), get(list), i32.const(FETCHED_ROWS * LIST_ITEM_BYTES), i32.add],
      [tee(fetchedEnd), get(listEnd), get(fetchedEnd), get(listEnd), i32.lessThanUnsigned, SELECT],
      set(fetchedEnd),
      repeat(fetchRow, [advanceTo(fetched, LIST_ITEM_BYTES), get(fetchedEnd), i32.lessThanUnsigned]),
      repeat(
        get(scores),
        product,
        [get(list), i32.load(4), f32.load(), f32.multiply, f32.store()],
        advance(scores, 4),
        [advanceTo(list, LIST_ITEM_BYTES), get(fetchedEnd), i32.lessThanUnsigned],
      ),
      [get(list), get(listEnd), i32.lessThanUnsigned],
    ),
  ];
}

export function scanListedFunction(): FunctionDefinition {
  const [query, list, count, dimensions, scores] = [0, 1, 2, 3, 4];
  const [row, rowEnd, queryCursor, fetched, listEnd, fetchedEnd, firstSum, secondSum] = [
    5, 6, 7, 8, 9, 10, 11, 12,
  ];
  const fetchRow: Code = [
    [get(fetched), i32.load(), tee(row), get(dimensions), i32.add, set(rowEnd)],
    repeat(
      [get(row), i32.load(), DROP],
      [advanceTo(row, CACHE_LINE_BYTES), get(rowEnd), i32.lessThanUnsigned],
    ),
  ];
  return {
    name: 'scanListed',
    parameters: 5,
    locals: [
      { type: VALUE.i32, count: 6 },
      { type: VALUE.v128, count: 2 },
    ],
    body: overList({ list, count, scores, fetched, listEnd, fetchedEnd }, fetchRow, [
      [get(list), i32.load(), set(row)],
      product({ query, row, dimensions, rowEnd, queryCursor, firstSum, secondSum }),
    ]),
  };
}

/**
 * Same as `scanListed`, but with the query's floats and both planes of each row, the low one `distance` after the high
 * one.
 */
export function multiplyListedFunction(): FunctionDefinition {
  const [query, list, count, dimensions, distance, scores] = [0, 1, 2, 3, 4, 5];
  const [high, low, end, queryCursor, fetched, listEnd, fetchedEnd] = [6, 7, 8, 9, 10, 11, 12];
  const [values, firstSum, secondSum] = [13, 14, 15];

  const multiplyAndAdd = (sum: number, extend: Code, offset: number): Code => [
    [get(sum), get(values), extend, vector.toFloats],
    [get(queryCursor), vector.load(offset), vector.multiplyFloats, vector.addFloats, set(sum)],
  ];
  const step = (index: number): Code => [
    [get(high), vector.load8x8Signed(index * LANES), i32.const(8), vector.shiftLeft16x8],
    [get(low), vector.load8x8Signed(index * LANES), vector.add16x8, set(values)],
    multiplyAndAdd(firstSum, vector.extendLowSigned, index * LANES * 4),
    multiplyAndAdd(secondSum, vector.extendHighSigned, index * LANES * 4 + 16),
  ];
  const lane = (index: number): Code => [get(firstSum), vector.extractFloat(index)];
  const begin = (cursor: number): Code => [
    [get(cursor), i32.load(), tee(high), get(dimensions), i32.add, set(end)],
    [get(high), get(distance), i32.add, set(low)],
  ];
  const product: Code = [
    begin(list),
    [get(query), set(queryCursor), vector.zero, set(firstSum), vector.zero, set(secondSum)],
    repeat(
      ...Array.from({ length: DIMENSION_STEP / LANES }, (_, index) => step(index)),
      advance(queryCursor, 4 * DIMENSION_STEP),
      advance(low, DIMENSION_STEP),
      [advanceTo(high, DIMENSION_STEP), get(end), i32.lessThanUnsigned],
    ),
    [get(firstSum), get(secondSum), vector.addFloats, set(firstSum)],
    [lane(0), lane(1), f32.add, lane(2), f32.add, lane(3), f32.add],
  ];
  const fetchRow: Code = [
    begin(fetched),
    repeat([get(high), i32.load(), DROP, get(low), i32.load(), DROP], advance(low, CACHE_LINE_BYTES), [
      advanceTo(high, CACHE_LINE_BYTES),
      get(end),
      i32.lessThanUnsigned,
    ]),
  ];
  return {
    name: 'multiplyListed',
    parameters: 6,
    locals: [
      { type: VALUE.i32, count: 7 },
      { type: VALUE.v128, count: 3 },
    ],
    body: overList({ list, count, scores, fetched, listEnd, fetchedEnd }, fetchRow, product),
  };
}
