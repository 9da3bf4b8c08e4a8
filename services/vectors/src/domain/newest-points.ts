import type { PointColumns } from './point';

/**
 * Indexes of the points to store: each id once, in its newest version, unless a newer one is stored already.
 *
 * @param versionOf the stored version, or -1.
 */
export function newestPoints({ ids, versions }: PointColumns, versionOf: (id: bigint) => number): number[] {
  const newest = new Map<bigint, number>();
  ids.forEach((id, index) => {
    const known = newest.get(id);
    const version = known === undefined ? versionOf(id) : versions[known]!;
    if (versions[index]! >= version) newest.set(id, index);
  });
  return [...newest.values()];
}
