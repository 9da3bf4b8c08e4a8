interface Batches {
  /** Rows per batch, few enough that its locks are held only briefly. */
  size: number;
  /** Unlimited by default. */
  maximumBatches?: number;
  /** Checked before each batch. */
  isStopped: () => boolean;
}

/**
 * Repeats a removal of up to `size` rows until it finds fewer.
 *
 * @param remove returns how many rows it removed.
 * @returns how many rows were removed in total.
 */
export async function inBatches(
  { size, maximumBatches = Infinity, isStopped }: Batches,
  remove: () => Promise<number>,
): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < maximumBatches && !isStopped(); batch += 1) {
    const count = await remove();
    removed += count;
    if (count < size) break;
  }
  return removed;
}
