interface Batches {
  /** Rows of one, few enough that its locks are held only briefly. */
  size: number;
  /** How many; without a limit by default. */
  most?: number;
  /** Checked before each. */
  isStopped: () => boolean;
}

/**
 * Repeats a removal of up to `size` rows until it finds fewer.
 *
 * @param remove returns how many rows it removed.
 * @returns how many were removed altogether.
 */
export async function inBatches(
  { size, most = Infinity, isStopped }: Batches,
  remove: () => Promise<number>,
): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < most && !isStopped(); batch += 1) {
    const count = await remove();
    removed += count;
    if (count < size) break;
  }
  return removed;
}
