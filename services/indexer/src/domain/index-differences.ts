/** A signal and the version of its last change. */
interface Versioned {
  id: string;
  version: number;
}

/**
 * What an index lacks or has outdated, and what it has in excess, in one range of ids.
 *
 * @param held the catalog version that the index has; newer changes are still to come.
 */
export function indexDifferences<Indexed extends Versioned>(
  inCatalog: readonly Versioned[],
  inIndex: readonly Indexed[],
  held: number,
): { missing: string[]; surplus: Indexed[] } {
  const indexed = new Map(inIndex.map(({ id, version }) => [id, version]));
  const known = new Set(inCatalog.map(({ id }) => id));
  return {
    missing: inCatalog
      .filter(({ id, version }) => version <= held && (indexed.get(id) ?? -1) < version)
      .map(({ id }) => id),
    surplus: inIndex.filter(({ id }) => !known.has(id)),
  };
}
