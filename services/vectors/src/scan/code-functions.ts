import {
  CODE_ROWS,
  GROUP_BYTES,
  GROUP_DIMENSIONS,
  GROUPS_IN_BYTES,
  QUERY_HEADER,
  TABLES_OFFSET,
} from '../domain/sign-code';
import {
  assemble,
  DROP,
  f32,
  get,
  i32,
  repeat,
  set,
  tee,
  VALUE,
  vector,
  VECTOR_BYTES,
  when,
  type Code,
  type FunctionDefinition,
} from './assembler';
import { advance, advanceTo } from './cursors';
import { WebAssembly } from './web-assembly';

/** Scores per iteration of `collect`. */
export const COLLECT_STEP = 16;

/** Maximum queries that one pass over the codes serves. */
export const MAXIMUM_BATCH_SIZE = 4;
/** From a block's scores for one query to those for the next, and the same of positions. */
export const SCORES_BYTES = 2_048;
export const POSITIONS_BYTES = 4_096;

/**
 * The faster kind where available (Node.js 22 and later). Half bytes are indexes 0 to 15, so both give the same result.
 */
function fastestSwizzle(): Code {
  const body = [vector.zero, vector.zero, vector.relaxedSwizzle, DROP];
  const trial = assemble([{ name: 'trial', parameters: 0, locals: [], body }]);
  return WebAssembly.validate(trial) ? vector.relaxedSwizzle : vector.swizzle;
}

/** The locals that hold a query's sums. */
interface QuerySums {
  /** Byte sums of one iteration, for the rows in low and in high halves. */
  bytes: readonly [low: number, high: number];
  /** 16-bit sums over all iterations: of byte pairs, and of their upper bytes alone. */
  both: readonly [low: number, high: number];
  upper: readonly [low: number, high: number];
}

/**
 * Each half byte of a code indexes a table of 16 numbers, and a byte shuffle looks up 16 at a time: the low halves
 * belong to the first 16 rows, the high halves to the others. Several queries share the cost of reading the codes.
 */
export function estimateFunction(batchSize: number): FunctionDefinition {
  const swizzle = fastestSwizzle();
  const [query, codes, count, dimensions, scores, positions] = [0, 1, 2, 3, 4, 5];
  const [position, tables, codesEnd, reaching, cursor] = [6, 7, 8, 9, 10];
  const ends = Array.from({ length: batchSize }, (_, place) => 11 + place);
  const firstVector = 11 + batchSize;
  const halves = [firstVector, firstVector + 1] as const;
  const table = firstVector + 2;
  const queries = Array.from({ length: batchSize }, (_, place): QuerySums => {
    const first = firstVector + 3 + 6 * place;
    return { bytes: [first, first + 1], both: [first + 2, first + 3], upper: [first + 4, first + 5] };
  });
  const [LOW, HIGH] = [0, 1] as const;
  const tablesBytes = batchSize * GROUP_BYTES;

  const lookUp = (sum: number, half: number, isFirst: boolean): Code => [
    [get(table), get(half), swizzle],
    [isFirst ? [] : [get(sum), vector.add8x16], set(sum)],
  ];
  const group = (index: number): Code => [
    [get(codes), vector.load(index * GROUP_BYTES), tee(halves[HIGH])],
    [vector.bytes(0x0f), vector.and, set(halves[LOW])],
    [get(halves[HIGH]), i32.const(4), vector.shiftRightUnsigned16x8],
    [vector.bytes(0x0f), vector.and, set(halves[HIGH])],
    ...queries.map(({ bytes }, place): Code => [
      [get(tables), vector.load(index * tablesBytes + place * GROUP_BYTES), set(table)],
      lookUp(bytes[LOW], halves[LOW], index === 0),
      lookUp(bytes[HIGH], halves[HIGH], index === 0),
    ]),
  ];
  const addUp = ({ bytes, both, upper }: QuerySums, half: 0 | 1): Code => [
    [get(both[half]), get(bytes[half]), vector.add16x8, set(both[half])],
    [get(upper[half]), get(bytes[half]), i32.const(8), vector.shiftRightUnsigned16x8],
    [vector.add16x8, set(upper[half])],
  ];
  /** Subtracting the sum of the upper bytes leaves that of the lower ones: both 16-bit sums wrap alike. */
  const separate = ({ both, upper }: QuerySums, half: 0 | 1): Code => [
    [get(both[half]), get(upper[half]), i32.const(8), vector.shiftLeft16x8],
    [vector.subtract16x8, set(both[half])],
  ];
  /** The sums of all rows, in their order, eight at a time. */
  const sumsOf = ({ both, upper }: QuerySums) => [both[LOW], upper[LOW], both[HIGH], upper[HIGH]];
  const header = (place: number, field: keyof typeof QUERY_HEADER): Code => [
    [get(query), vector.loadShorts(place * TABLES_OFFSET + QUERY_HEADER[field])],
  ];
  /** Turns eight sums into scores, and leaves a mask of those that reach the threshold. */
  const score = (place: number, sum: number, index: number): Code => [
    [get(sum), header(place, 'middle'), vector.subtract16x8],
    [header(place, 'multiplier'), vector.multiply16x8],
    [get(codes), vector.load((CODE_ROWS / 8 + index) * VECTOR_BYTES), vector.multiplyFractions16x8],
    [get(codes), vector.load(index * VECTOR_BYTES), header(place, 'offsetWeight')],
    [vector.multiplyFractions16x8, vector.addSaturating16x8, tee(sum)],
    [header(place, 'threshold'), vector.atLeast16x8],
  ];
  const collect = (sums: readonly number[], place: number): Code => {
    const [first, second, third, fourth] = sums.map((sum, index) => score(place, sum, index));
    return [
      [first!, second!, vector.narrow16x8, vector.bitmask8x16],
      [third!, fourth!, vector.narrow16x8, vector.bitmask8x16],
      [i32.const(CODE_ROWS / 2), i32.shl, i32.or, tee(reaching)],
      when(
        [get(scores), get(position), i32.const(1), i32.shl, i32.add, set(cursor)],
        sums.map((sum, index) => [
          [get(cursor), get(sum), vector.store(place * SCORES_BYTES + index * VECTOR_BYTES)],
        ]),
        repeat(
          [get(ends[place]!), get(position), get(reaching), i32.trailingZeros, i32.add, i32.store()],
          advance(ends[place]!, 4),
          [get(reaching), get(reaching), i32.const(1), i32.subtract, i32.and, tee(reaching)],
        ),
      ),
    ];
  };
  const ofAll = (each: (query: QuerySums, half: 0 | 1) => Code): Code =>
    queries.map((query): Code => [each(query, LOW), each(query, HIGH)]);
  return {
    name: `estimate${batchSize}`,
    parameters: 6,
    locals: [
      { type: VALUE.i32, count: 5 + batchSize },
      { type: VALUE.v128, count: 3 + 6 * batchSize },
    ],
    body: [
      ends.map((end, place) => [get(positions), i32.const(place * POSITIONS_BYTES), i32.add, set(end)]),
      repeat(
        [get(query), i32.const(batchSize * TABLES_OFFSET), i32.add, set(tables)],
        [get(codes), get(dimensions), i32.const(GROUP_BYTES / GROUP_DIMENSIONS), i32.multiply],
        [i32.add, set(codesEnd)],
        ofAll(({ both, upper }, half) => [both[half], upper[half]].map((sum) => [vector.zero, set(sum)])),
        repeat(
          ...Array.from({ length: GROUPS_IN_BYTES }, (_, index) => group(index)),
          ofAll(addUp),
          advance(tables, GROUPS_IN_BYTES * tablesBytes),
          [advanceTo(codes, GROUPS_IN_BYTES * GROUP_BYTES), get(codesEnd), i32.lessThanUnsigned],
        ),
        ofAll(separate),
        queries.map((sums, place) => collect(sumsOf(sums), place)),
        advance(codes, CODE_ROWS * 4),
        [advanceTo(position, CODE_ROWS), get(count), i32.lessThanUnsigned],
      ),
      ends.map((end, place) => [[get(query), get(end), i32.store(place * TABLES_OFFSET + QUERY_HEADER.end)]]),
    ],
  };
}

export function collectFunction(): FunctionDefinition {
  const [scores, count, threshold, positions] = [0, 1, 2, 3];
  const [position, least] = [4, 5];

  const reaches = (index: number): Code => [
    [get(scores), vector.load(index * VECTOR_BYTES), get(least), vector.floatsAtLeast],
    index === 0 ? [] : vector.or,
  ];
  /** Always written, and overwritten by the next one unless its score reaches the threshold. */
  const note = (index: number): Code => [
    [get(positions), get(position), i32.const(index), i32.add, i32.store()],
    [get(positions), get(scores), f32.load(index * 4), get(threshold), f32.load(), f32.atLeast],
    [i32.const(2), i32.shl, i32.add, set(positions)],
  ];
  return {
    name: 'collect',
    parameters: 4,
    result: VALUE.i32,
    locals: [
      { type: VALUE.i32, count: 1 },
      { type: VALUE.v128, count: 1 },
    ],
    body: [
      [get(threshold), vector.loadFloats(0), set(least)],
      repeat(
        ...Array.from({ length: (COLLECT_STEP * 4) / VECTOR_BYTES }, (_, index) => reaches(index)),
        [vector.anyTrue, when(...Array.from({ length: COLLECT_STEP }, (_, index) => note(index)))],
        advance(scores, COLLECT_STEP * 4),
        [advanceTo(position, COLLECT_STEP), get(count), i32.lessThanUnsigned],
      ),
      get(positions),
    ],
  };
}
