import { CODE_ROWS, GROUP_BYTES, GROUP_DIMENSIONS, TABLES_OFFSET } from '../domain/sign-code';
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
  when,
  type Code,
  type FunctionDefinition,
} from './assembler';
import { advance, advanceTo } from './cursors';
import { WebAssembly } from './web-assembly';

/** Scores per iteration of `collect`. */
const COLLECT_STEP = 16;

/** Groups whose numbers, 31 at most, are summed in bytes before they are added to 16-bit sums. */
const GROUPS_IN_BYTES = 8;
const FLOATS_BYTES = 16;

/** Maximum queries that one pass over the codes serves. */
export const MAXIMUM_BATCH_SIZE = 4;
/** From a block's scores for one query to those for the next. */
export const SCORES_BYTES = 4_096;

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
export function estimateFunction(batchSize: number, swizzle = fastestSwizzle()): FunctionDefinition {
  const [query, codes, count, dimensions, scores] = [0, 1, 2, 3, 4];
  const [tables, codesEnd, scoresEnd] = [5, 6, 7];
  const [halves, table, numbers] = [[8, 9], 10, 10] as const;
  const queries = Array.from({ length: batchSize }, (_, place): QuerySums => {
    const first = 11 + 6 * place;
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
  /** Subtracting the upper bytes leaves the sums of the lower ones; both are 16-bit integers that wrap alike. */
  const separate = ({ both, upper }: QuerySums, half: 0 | 1): Code => [
    [get(both[half]), get(upper[half]), i32.const(8), vector.shiftLeft16x8],
    [vector.subtract16x8, set(both[half])],
  ];
  const estimate = (place: number, sum: number, extend: Code, offset: number): Code => [
    [get(scores), get(sum), extend, vector.toFloats],
    [get(query), vector.loadFloats(place * TABLES_OFFSET), vector.multiplyFloats],
    [get(query), vector.loadFloats(place * TABLES_OFFSET + 4), vector.addFloats],
    // The shift makes the factor's half a float; the bits after the offset's half do not matter.
    [
      get(codes),
      vector.load(offset),
      tee(numbers),
      i32.const(16),
      vector.shiftLeft32x4,
      vector.multiplyFloats,
    ],
    [get(numbers), vector.addFloats, vector.store(place * SCORES_BYTES + offset)],
  ];
  const estimates = ({ both, upper }: QuerySums, place: number): Code =>
    [both[LOW], upper[LOW], both[HIGH], upper[HIGH]].map((sum, index): Code => [
      estimate(place, sum, vector.extendLowUnsigned, 2 * index * FLOATS_BYTES),
      estimate(place, sum, vector.extendHighUnsigned, (2 * index + 1) * FLOATS_BYTES),
    ]);
  const ofAll = (each: (query: QuerySums, half: 0 | 1) => Code): Code =>
    queries.map((query): Code => [each(query, LOW), each(query, HIGH)]);
  return {
    name: `estimate${batchSize}`,
    parameters: 5,
    locals: [
      { type: VALUE.i32, count: 3 },
      { type: VALUE.v128, count: 3 + 6 * batchSize },
    ],
    body: [
      [get(scores), get(count), i32.const(2), i32.shl, i32.add, set(scoresEnd)],
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
        queries.map(estimates),
        advance(codes, CODE_ROWS * 4),
        [advanceTo(scores, CODE_ROWS * 4), get(scoresEnd), i32.lessThanUnsigned],
      ),
    ],
  };
}

export function collectFunction(): FunctionDefinition {
  const [scores, count, threshold, positions] = [0, 1, 2, 3];
  const [position, least] = [4, 5];

  const reaches = (index: number): Code => [
    [get(scores), vector.load(index * FLOATS_BYTES), get(least), vector.floatsAtLeast],
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
        ...Array.from({ length: (COLLECT_STEP * 4) / FLOATS_BYTES }, (_, index) => reaches(index)),
        [vector.anyTrue, when(...Array.from({ length: COLLECT_STEP }, (_, index) => note(index)))],
        advance(scores, COLLECT_STEP * 4),
        [advanceTo(position, COLLECT_STEP), get(count), i32.lessThanUnsigned],
      ),
      get(positions),
    ],
  };
}
