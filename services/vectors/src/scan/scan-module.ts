import { assemble } from './assembler';
import { collectFunction, estimateFunction, MAXIMUM_BATCH_SIZE } from './code-functions';
import { multiplyListedFunction, scanFunction, scanListedFunction } from './row-functions';
import { subtractCenterFunction, writeSignsFunction } from './sign-functions';
import { WebAssembly } from './web-assembly';

/**
 * Scores `count` rows by their codes, rounded up to a multiple of `CODE_ROWS`, for one or several queries, all laid out
 * by `sign-code.ts`. For each query, writes the positions and the scores of those that reach its threshold. Each query's
 * scores are `SCORES_BYTES`, its positions `POSITIONS_BYTES`, after those of the one before.
 */
export type Estimate = (
  query: number,
  codes: number,
  count: number,
  dimensions: number,
  scores: number,
  positions: number,
) => void;

/**
 * The module's exports. Addresses are in bytes; counts are at least 1, `dimensions` is a multiple of `DIMENSION_STEP`.
 */
export interface ScanFunctions extends Readonly<Record<`estimate${number}`, Estimate>> {
  /**
   * For each of `count` consecutive rows of signed bytes, the dot product with the query's 16-bit integers, times the
   * row's scale. Sums must fit 32 bits.
   */
  scan(query: number, rows: number, scales: number, count: number, dimensions: number, scores: number): void;
  /** Same for scattered rows: the list holds the address of each row and of its scale. */
  scanListed(query: number, list: number, count: number, dimensions: number, scores: number): void;
  /**
   * Same with the query's 32-bit floats and `256 * high + low`; `distance` is from a row's high plane to its low one.
   */
  multiplyListed(
    query: number,
    list: number,
    count: number,
    dimensions: number,
    distance: number,
    scores: number,
  ): void;
  /**
   * Writes the positions of the scores that reach the threshold. Reads `count` of them, rounded up to `COLLECT_STEP`:
   * pad with NaN.
   *
   * @returns the address after the last position.
   */
  collect(scores: number, count: number, threshold: number, positions: number): number;
  /**
   * Writes a row's difference from the center, with the rotation's signs, after the sums, and its `squares` and
   * `offset` among them.
   */
  subtractCenter(
    high: number,
    low: number,
    scale: number,
    encoding: number,
    dimensions: number,
    values: number,
  ): void;
  /**
   * Rotates the difference in the two buffers after it, and writes its signs to a row's half bytes, and its `magnitude`
   * among the sums. Each block of 2^`stages` dimensions is transformed; `dimensions` are those of codes.
   *
   * @param code address of the row's first byte. @param shift of the half: 0 or 4.
   */
  writeSigns(
    encoding: number,
    dimensions: number,
    stages: number,
    values: number,
    code: number,
    shift: number,
  ): void;
}

/** Compiled once; each memory has its own instance. */
export const scanModule = new WebAssembly.Module(
  assemble([
    scanFunction(),
    scanListedFunction(),
    multiplyListedFunction(),
    ...Array.from({ length: MAXIMUM_BATCH_SIZE }, (_, index) => estimateFunction(index + 1)),
    collectFunction(),
    subtractCenterFunction(),
    writeSignsFunction(),
  ]),
);
