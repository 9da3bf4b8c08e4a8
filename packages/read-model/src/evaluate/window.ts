import { bitsOfWord } from '../segment/bits';

/**
 * Rows are processed in windows of 4,096, one bit each: conditions combine word by word, and a scan can stop or yield
 * after any window.
 */
export const WINDOW_ROWS = 4_096;
const WORDS = WINDOW_ROWS / 32;

export type Window = Uint32Array;

export const newWindow = (): Window => new Uint32Array(WORDS);
export const windowStart = (row: number) => row & -WINDOW_ROWS;

/** How many words of a bitmap over all rows belong to the window at `start`; none past its end. */
const wordsIn = (bits: Uint32Array, start: number) =>
  Math.max(0, Math.min(WORDS, bits.length - (start >>> 5)));

/** Fills the window at `start` from a bitmap over all rows. */
export function copyRows(window: Window, bits: Uint32Array, start: number): void {
  const [first, length] = [start >>> 5, wordsIn(bits, start)];
  for (let word = 0; word < length; word++) window[word] = bits[first + word]!;
  window.fill(0, length);
}

/** Intersects the window at `start` with a bitmap over all rows. */
export function keepRows(window: Window, bits: Uint32Array, start: number): void {
  const [first, length] = [start >>> 5, wordsIn(bits, start)];
  for (let word = 0; word < length; word++) window[word]! &= bits[first + word]!;
  window.fill(0, length);
}

/** Adds to `found` the rows of the window at `start` that a bitmap over all rows has. */
export function collectRows(found: Window, window: Window, bits: Uint32Array, start: number): void {
  const [first, length] = [start >>> 5, wordsIn(bits, start)];
  for (let word = 0; word < length; word++) found[word]! |= window[word]! & bits[first + word]!;
}

/** Sets a bit that `window` has in `found`, too. */
export function copyBit(found: Window, window: Window, bit: number): void {
  found[bit >>> 5]! |= window[bit >>> 5]! & (1 << (bit & 31));
}

export function isEmpty(window: Window): boolean {
  for (let word = 0; word < WORDS; word++) if (window[word] !== 0) return false;
  return true;
}

/** Intersects `window` with `other`, of the same length. */
export function keepBoth(window: Window, other: Window): void {
  for (let word = 0; word < window.length; word++) window[word]! &= other[word]!;
}

/** Removes from `window` what is in `other`, of the same length. */
export function drop(window: Window, other: Window): void {
  for (let word = 0; word < window.length; word++) window[word]! &= ~other[word]!;
}

/** Adds to `window` what is in `other`, of the same length. */
export function add(window: Window, other: Window): void {
  for (let word = 0; word < WORDS; word++) window[word]! |= other[word]!;
}

export function countBits(window: Window): number {
  let total = 0;
  for (let word = 0; word < WORDS; word++) {
    if (window[word] !== 0) total += bitsOfWord(window[word]!);
  }
  return total;
}

/** Sets the bits for rows `from` (inclusive) to `to` (exclusive); both may be outside the window. */
export function setRange(window: Window, start: number, from: number, to: number): void {
  const first = Math.max(0, from - start);
  const end = Math.min(WINDOW_ROWS, to - start);
  for (let bit = first; bit < end;) {
    if ((bit & 31) === 0 && end - bit >= 32) {
      window[bit >>> 5] = 0xffff_ffff;
      bit += 32;
    } else {
      window[bit >>> 5]! |= 1 << (bit & 31);
      bit += 1;
    }
  }
}

/**
 * The same 32 bits; loops over the bits of unsigned words take 1.4 times as long in V8. The busiest loops are written
 * out instead of calling a function for each bit.
 */
const signed = (word: number) => word | 0;

/** Calls `visit` with the index of each set bit, ascending, until it returns false. */
export function forEachBit(window: Window, visit: (bit: number) => unknown): void {
  for (let word = 0; word < WORDS; word++) {
    let bits = signed(window[word]!);
    while (bits !== 0) {
      const lowest = bits & -bits;
      if (visit(word * 32 + 31 - Math.clz32(lowest)) === false) return;
      bits ^= lowest;
    }
  }
}

/** Appends the window's rows to a list, until it has `maximum`. */
export function appendRows(rows: number[], window: Window, start: number, maximum: number): void {
  for (let word = 0; word < WORDS; word++) {
    for (let bits = signed(window[word]!); bits !== 0; bits &= bits - 1) {
      if (rows.length === maximum) return;
      rows.push(start + word * 32 + 31 - Math.clz32(bits & -bits));
    }
  }
}

/** Keeps the bits for which `test` holds. */
export function keepWhere(window: Window, test: (bit: number) => boolean): void {
  for (let word = 0; word < WORDS; word++) {
    let bits = signed(window[word]!);
    while (bits !== 0) {
      const lowest = bits & -bits;
      if (!test(word * 32 + 31 - Math.clz32(lowest))) window[word]! ^= lowest;
      bits ^= lowest;
    }
  }
}

/**
 * Keeps the rows whose company is in a set.
 *
 * @param companyOf the company's number for each row.
 * @param companies a bit for each company number.
 */
export function keepCompanies(
  window: Window,
  companyOf: Uint32Array,
  companies: Uint32Array,
  start: number,
): void {
  for (let word = 0; word < WORDS; word++) {
    let bits = signed(window[word]!);
    while (bits !== 0) {
      const lowest = bits & -bits;
      const company = companyOf[start + word * 32 + 31 - Math.clz32(lowest)]!;
      if (((companies[company >>> 5]! >>> (company & 31)) & 1) === 0) window[word]! ^= lowest;
      bits ^= lowest;
    }
  }
}

/** Adds the companies of the window's rows to a set. Parameters as above. */
export function addCompanies(
  companies: Uint32Array,
  companyOf: Uint32Array,
  window: Window,
  start: number,
): void {
  for (let word = 0; word < WORDS; word++) {
    let bits = signed(window[word]!);
    while (bits !== 0) {
      const lowest = bits & -bits;
      const company = companyOf[start + word * 32 + 31 - Math.clz32(lowest)]!;
      companies[company >>> 5]! |= 1 << (company & 31);
      bits ^= lowest;
    }
  }
}

/** Likewise for listed rows that are shown. */
export function addCompaniesOfRows(
  companies: Uint32Array,
  companyOf: Uint32Array,
  rows: Uint32Array,
  shown: Uint32Array,
): void {
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!;
    const company = companyOf[row]!;
    companies[company >>> 5]! |= ((shown[row >>> 5]! >>> (row & 31)) & 1) << (company & 31);
  }
}

/** Windows for intermediate results, used as a stack: nothing else runs while they are in use. */
const spare: Window[] = [];

/** Calls `use` with an empty window, which may be reused afterwards. */
export function withScratch<Result>(use: (scratch: Window) => Result): Result {
  const scratch = spare.pop() ?? newWindow();
  scratch.fill(0);
  try {
    return use(scratch);
  } finally {
    spare.push(scratch);
  }
}
