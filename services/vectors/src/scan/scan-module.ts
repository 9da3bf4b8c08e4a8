import { assemble } from './assembler';
import { collectFunction, estimateFunction, MAXIMUM_BATCH_SIZE } from './code-functions';
import { multiplyListedFunction, scanFunction, scanListedFunction } from './row-functions';
import { WebAssembly } from './web-assembly';

/**
 * Estimates of similarity from the codes of `count` rows, a multiple of `CODE_ROWS`, for one query or several; all as
 * `sign-code.ts` lays them out. The scores of the next query are `SCORES_BYTES` behind those of the one before.
 */
export type Estimate = (
  query: number,
  codes: number,
  count: number,
  dimensions: number,
  scores: number,
) => void;

/**
 * What the module exports. Addresses are in bytes; counts are at least 1, `dimensions` is a multiple of
 * `DIMENSION_STEP`.
 */
export interface ScanFunctions extends Readonly<Record<`estimate${number}`, Estimate>> {
  /**
   * For each of `count` rows of signed bytes, one behind the other, the sum of products with the query's 16-bit
   * integers, times the row's scale. Sums must fit 32 bits.
   */
  scan(query: number, rows: number, scales: number, count: number, dimensions: number, scores: number): void;
  /** The same for rows anywhere: the list holds the address of each row and that of its scale. */
  scanListed(query: number, list: number, count: number, dimensions: number, scores: number): void;
  /**
   * The sums of products of the query's 32-bit floats with `256 * high + low`; `distance` is from a row's high plane to
   * its low one.
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
   * Writes the positions of those of `count` scores, a multiple of `COLLECT_STEP`, that reach the threshold.
   *
   * @returns the address behind the last position.
   */
  collect(scores: number, count: number, threshold: number, positions: number): number;
}

/** Compiled once; each memory has an instance of its own. */
export const scanModule = new WebAssembly.Module(
  assemble([
    scanFunction(),
    scanListedFunction(),
    multiplyListedFunction(),
    ...Array.from({ length: MAXIMUM_BATCH_SIZE }, (_, index) => estimateFunction(index + 1)),
    collectFunction(),
  ]),
);
