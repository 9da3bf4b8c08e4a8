/**
 * The indexes of rows by similarity descending, ties by id descending. Numbers are sorted without a comparison of our
 * own, which takes a fifth of the time; only ties are put in order by one.
 *
 * @param similarities in millionths.
 * @param compareIds of two rows: negative when the first one's id is greater.
 */
export function rankOrder(
  rows: Uint32Array,
  similarities: Int32Array,
  compareIds: (first: number, second: number) => number,
): Uint32Array {
  const count = rows.length;
  const keys = new Float64Array(count);
  for (let index = 0; index < count; index += 1) keys[index] = -similarities[index]! * count + index;
  keys.sort();
  const order = new Uint32Array(count);
  for (let place = 0; place < count; place += 1) {
    // The remainder of a negative number would be negative.
    order[place] = keys[place]! - Math.floor(keys[place]! / count) * count;
  }
  for (let from = 0; from < count;) {
    let to = from + 1;
    while (to < count && similarities[order[to]!] === similarities[order[from]!]) to += 1;
    if (to - from > 1) {
      order.subarray(from, to).sort((first, second) => compareIds(rows[first]!, rows[second]!));
    }
    from = to;
  }
  return order;
}
