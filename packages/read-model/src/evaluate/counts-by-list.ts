import { listOf, type Postings } from '../segment/postings';
import { numbersOf } from './bits';
import { lowerBound } from './lower-bound';
import type { Slices } from './scan';

/** Lists of rows: all of some postings, or the chosen ones. */
export interface RowLists {
  postings: Postings;
  chosen?: Uint32Array;
}

/** Rows looked at before others may run; a list costs as much as this many. */
const SLICE = 100_000;
const LIST_ROWS = 5;
/** Of a list with this many times as many rows, searching for each row takes less time than looking at all. */
const SEARCHED_FROM = 16;

/**
 * How many of some rows are in each of the lists.
 *
 * @param bits a bit for each row.
 * @param count how many are set, or more.
 */
export function* countsByList(
  { postings, chosen }: RowLists,
  bits: Uint32Array,
  count: number,
): Slices<Uint32Array> {
  const { offsets, numbers } = postings;
  const counts = new Uint32Array(chosen?.length ?? offsets.length - 1);
  let rows: Uint32Array | undefined;
  let looked = 0;
  // Most of ten thousand lists have a few rows: no call, and no view, for each.
  for (let index = 0; index < counts.length; index++) {
    const list = chosen ? chosen[index]! : index;
    const start = offsets[list]!;
    const end = offsets[list + 1]!;
    let found = 0;
    if (end - start > count * SEARCHED_FROM) {
      rows ??= numbersOf(bits);
      found = countFound(rows, listOf(postings, list));
      looked += count;
    } else {
      for (let place = start; place < end; place++) {
        const row = numbers[place]!;
        found += (bits[row >>> 5]! >>> (row & 31)) & 1;
      }
      looked += end - start;
    }
    counts[index] = found;
    looked += LIST_ROWS;
    if (looked < SLICE) continue;
    looked = 0;
    yield;
  }
  return counts;
}

function countFound(rows: Uint32Array, list: Uint32Array): number {
  let count = 0;
  let place = 0;
  for (let index = 0; index < rows.length; index++) {
    place = lowerBound(list, rows[index]!, place);
    if (list[place] === rows[index]) count += 1;
  }
  return count;
}
