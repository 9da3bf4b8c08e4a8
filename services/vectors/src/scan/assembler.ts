/**
 * A minimal assembler for the scan's module: the few WebAssembly instructions it uses, and the binary format around
 * them (https://webassembly.github.io/spec/core/binary/).
 */
export type Code = number | readonly Code[];

export const VALUE = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;

export const i32 = {
  const: (value: number): Code => [0x41, signed(value)],
  load: (offset = 0): Code => [0x28, 2, unsigned(offset)],
  store: (offset = 0): Code => [0x36, 2, unsigned(offset)],
  /** A byte. */
  load8: (offset = 0): Code => [0x2d, 0, unsigned(offset)],
  store8: (offset = 0): Code => [0x3a, 0, unsigned(offset)],
  add: 0x6a,
  multiply: 0x6c,
  shl: 0x74,
  shiftRightUnsigned: 0x76,
  subtract: 0x6b,
  and: 0x71,
  or: 0x72,
  lessThanUnsigned: 0x49,
  /** Position of the lowest bit that is set. */
  trailingZeros: 0x68,
} as const;

export const f32 = {
  convertSigned: 0xb2,
  add: 0x92,
  multiply: 0x94,
  atLeast: 0x60,
  load: (offset = 0): Code => [0x2a, 2, unsigned(offset)],
  store: (offset = 0): Code => [0x38, 2, unsigned(offset)],
} as const;

/** Bytes of a vector register. */
export const VECTOR_BYTES = 16;
/** 16-bit integers in one. */
export const LANES = 8;

export const vector = {
  zero: [0xfd, unsigned(12), Array.from({ length: 16 }, () => 0)] as Code,
  /** A byte in all 16 lanes. */
  bytes: (value: number): Code => [0xfd, unsigned(12), Array.from({ length: 16 }, () => value)],
  /** 16 bytes. */
  load: (offset: number): Code => [0xfd, unsigned(0), 0, unsigned(offset)],
  store: (offset: number): Code => [0xfd, unsigned(11), 0, unsigned(offset)],
  /** A 32-bit float in all four lanes. */
  loadFloats: (offset: number): Code => [0xfd, unsigned(9), 2, unsigned(offset)],
  /** 8 bytes, each sign-extended to 16 bits. */
  load8x8Signed: (offset: number): Code => [0xfd, unsigned(1), 0, unsigned(offset)],
  /** Products of 16-bit integers, adjacent pairs added: four 32-bit integers. */
  dot16x8: [0xfd, unsigned(186)] as Code,
  add32x4: [0xfd, unsigned(174)] as Code,
  extractLane32x4: (lane: number): Code => [0xfd, unsigned(27), lane],
  and: [0xfd, unsigned(78)] as Code,
  or: [0xfd, unsigned(80)] as Code,
  anyTrue: [0xfd, unsigned(83)] as Code,
  /** Picks bytes of the first vector by the indexes 0 to 15 in the second; 0 for all other indexes. */
  swizzle: [0xfd, unsigned(14)] as Code,
  /** Same, but the result for other indexes is unspecified. Newer than the rest: validate before use. */
  relaxedSwizzle: [0xfd, unsigned(256)] as Code,
  add8x16: [0xfd, unsigned(110)] as Code,
  /** A 16-bit integer in all eight lanes. */
  loadShorts: (offset: number): Code => [0xfd, unsigned(8), 1, unsigned(offset)],
  multiply16x8: [0xfd, unsigned(149)] as Code,
  /** Products of signed 15-bit fractions, rounded. */
  multiplyFractions16x8: [0xfd, unsigned(130)] as Code,
  addSaturating16x8: [0xfd, unsigned(143)] as Code,
  atLeast16x8: [0xfd, unsigned(53)] as Code,
  /** The 16-bit integers of both vectors as bytes, saturated. */
  narrow16x8: [0xfd, unsigned(101)] as Code,
  /** The upper bit of each byte. */
  bitmask8x16: [0xfd, unsigned(100)] as Code,
  shiftLeft16x8: [0xfd, unsigned(139)] as Code,
  shiftRightUnsigned16x8: [0xfd, unsigned(141)] as Code,
  add16x8: [0xfd, unsigned(142)] as Code,
  subtract16x8: [0xfd, unsigned(145)] as Code,
  /** The first or last four 16-bit integers as 32-bit ones. */
  extendLowSigned: [0xfd, unsigned(167)] as Code,
  extendHighSigned: [0xfd, unsigned(168)] as Code,
  toFloats: [0xfd, unsigned(250)] as Code,
  multiplyFloats: [0xfd, unsigned(230)] as Code,
  addFloats: [0xfd, unsigned(228)] as Code,
  subtractFloats: [0xfd, unsigned(229)] as Code,
  absoluteFloats: [0xfd, unsigned(224)] as Code,
  floatsAtLeast: [0xfd, unsigned(70)] as Code,
  /** The upper bit of each 32-bit lane. */
  bitmask32x4: [0xfd, unsigned(164)] as Code,
  /** The first or last two 32-bit lanes of both vectors, in turn. */
  interleaveLow32x4: shuffle32x4([0, 4, 1, 5]),
  interleaveHigh32x4: shuffle32x4([2, 6, 3, 7]),
  extractFloat: (lane: number): Code => [0xfd, unsigned(31), lane],
} as const;

export const get = (local: number): Code => [0x20, unsigned(local)];
export const set = (local: number): Code => [0x21, unsigned(local)];
export const tee = (local: number): Code => [0x22, unsigned(local)];

/** Repeats the body while it leaves a nonzero value. */
export const repeat = (...body: Code[]): Code => [0x03, 0x40, body, 0x0d, 0, 0x0b];

export const DROP = 0x1a;

/** The first of two values when the third is nonzero, else the second. */
export const SELECT = 0x1b;

/** Runs the body when the top of the stack is nonzero. */
export const when = (...body: Code[]): Code => [0x04, 0x40, body, 0x0b];

export interface FunctionDefinition {
  name: string;
  /** How many; all are i32. */
  parameters: number;
  result?: number;
  locals: readonly { type: number; count: number }[];
  body: readonly Code[];
}

/** A module of exported functions over the imported memory `host.memory`. */
export function assemble(functions: readonly FunctionDefinition[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters, result }) => [
    [0x60, parameters, Array.from({ length: parameters }, () => VALUE.i32)],
    result === undefined ? 0 : [1, result],
  ]);
  const codes = functions.map(({ locals, body }) =>
    sized([locals.length, locals.map(({ type, count }) => [unsigned(count), type]), body, 0x0b]),
  );
  return Uint8Array.from(
    flat([
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, [types.length, types]),
      section(2, [1, text('host'), text('memory'), 0x02, 0x00, 1]),
      section(3, [functions.length, functions.map((_, index) => index)]),
      section(7, [functions.length, functions.map(({ name }, index) => [text(name), 0x00, index])]),
      section(10, [functions.length, codes]),
    ]),
  );
}

/** Picks 32-bit lanes of two vectors. */
function shuffle32x4(lanes: readonly number[]): Code {
  return [0xfd, unsigned(13), lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte))];
}

function section(id: number, body: Code): Code {
  return [id, sized(body)];
}

function sized(body: Code): Code {
  const bytes = flat(body);
  return [unsigned(bytes.length), bytes];
}

function text(value: string): Code {
  return sized([...Buffer.from(value)]);
}

function flat(code: Code): number[] {
  return typeof code === 'number' ? [code] : code.flatMap(flat);
}

/** Unsigned LEB128. */
function unsigned(value: number): Code {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return [...bytes, rest];
}

/** Signed LEB128. */
function signed(value: number): Code {
  const bytes: number[] = [];
  let rest = value;
  while (rest < -0x40 || rest > 0x3f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>= 7;
  }
  return [...bytes, rest & 0x7f];
}
