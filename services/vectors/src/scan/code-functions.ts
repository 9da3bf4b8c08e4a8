import { CODE_ROWS, GROUP_BYTES, GROUP_DIMENSIONS, TABLES_OFFSET } from '../domain/sign-code';
import {
  f32,
  get,
  i32,
  repeat,
  set,
  VALUE,
  vector,
  when,
  type Code,
  type FunctionDefinition,
} from './assembler';
import { advance, advanceTo } from './cursors';

/** Numbers that one turn of `collect` takes. */
const COLLECT_STEP = 16;

/** Groups whose numbers, 63 at most, are added up in bytes before they are added to sums of 16 bits. */
const GROUPS_IN_BYTES = 4;
const FLOATS_BYTES = 16;

/**
 * Half a byte of a code names a number of a table of 16, and a shuffle of bytes looks up 16 of them at a time: the low
 * halves are those of the first 16 rows, the high halves those of the others.
 */
export function estimateFunction(): FunctionDefinition {
  const [query, codes, count, dimensions, scores] = [0, 1, 2, 3, 4];
  const [tables, codesEnd, scoresEnd] = [5, 6, 7];
  const [code, table] = [8, 9];
  /**
   * Of the rows in low and in high halves: sums of a turn in bytes, of pairs of bytes, and of those in the upper bytes
   * alone.
   */
  const halves = [
    { bytes: 10, both: 11, upper: 12 },
    { bytes: 13, both: 14, upper: 15 },
  ] as const;
  const [low, high] = halves;
  const sums = halves.flatMap(({ both, upper }) => [both, upper]);

  const lookUp = (sum: number, nibbles: Code, isFirst: boolean): Code => [
    [get(table), nibbles, vector.bytes(0x0f), vector.and, vector.swizzle],
    [isFirst ? [] : [get(sum), vector.add8x16], set(sum)],
  ];
  const group = (index: number): Code => [
    [get(codes), vector.load(index * GROUP_BYTES), set(code)],
    [get(tables), vector.load(index * GROUP_BYTES), set(table)],
    lookUp(low.bytes, get(code), index === 0),
    lookUp(high.bytes, [get(code), i32.const(4), vector.shiftRightUnsigned16x8], index === 0),
  ];
  const addUp = ({ bytes, both, upper }: (typeof halves)[number]): Code => [
    [get(both), get(bytes), vector.add16x8, set(both)],
    [get(upper), get(bytes), i32.const(8), vector.shiftRightUnsigned16x8, vector.add16x8, set(upper)],
  ];
  /**
   * What the lower bytes add up to is left when the upper ones are taken away; both are 16-bit integers that wrapped
   * alike.
   */
  const separate = ({ both, upper }: (typeof halves)[number]): Code => [
    [get(both), get(upper), i32.const(8), vector.shiftLeft16x8, vector.subtract16x8, set(both)],
  ];
  const estimate = (sum: number, extend: Code, offset: number): Code => [
    [get(scores), get(sum), extend, vector.toFloats],
    [get(query), vector.loadFloats(0), vector.multiplyFloats],
    [get(query), vector.loadFloats(4), vector.addFloats],
    [get(codes), vector.load(CODE_ROWS * 4 + offset), vector.multiplyFloats],
    [get(codes), vector.load(offset), vector.addFloats, vector.store(offset)],
  ];
  const turnBytes = GROUPS_IN_BYTES * GROUP_BYTES;
  return {
    name: 'estimate',
    parameters: 5,
    locals: [
      { type: VALUE.i32, count: 3 },
      { type: VALUE.v128, count: 8 },
    ],
    body: [
      [get(scores), get(count), i32.const(2), i32.shl, i32.add, set(scoresEnd)],
      repeat(
        [get(query), i32.const(TABLES_OFFSET), i32.add, set(tables)],
        [get(codes), get(dimensions), i32.const(GROUP_BYTES / GROUP_DIMENSIONS), i32.multiply],
        [i32.add, set(codesEnd)],
        ...sums.map((sum): Code => [vector.zero, set(sum)]),
        repeat(
          ...Array.from({ length: GROUPS_IN_BYTES }, (_, index) => group(index)),
          addUp(low),
          addUp(high),
          advance(tables, turnBytes),
          [advanceTo(codes, turnBytes), get(codesEnd), i32.lessThanUnsigned],
        ),
        separate(low),
        separate(high),
        ...sums.flatMap((sum, index) => [
          estimate(sum, vector.extendLowUnsigned, 2 * index * FLOATS_BYTES),
          estimate(sum, vector.extendHighUnsigned, (2 * index + 1) * FLOATS_BYTES),
        ]),
        advance(codes, 2 * CODE_ROWS * 4),
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
  /** Written in any case, and overwritten by the next one unless its score reaches the threshold. */
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
