import type { PointColumns } from './point';

/**
 * The indexes of the points that are to be stored: those that are not there in a newer version, each id once, in its
 * newest version.
 *
 * @param versionOf -1 for an id that is not there.
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
