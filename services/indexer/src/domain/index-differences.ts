/** A signal and the version that it last changed in. */
interface Versioned {
  id: string;
  version: number;
}

/**
 * What an index lacks, or has in an older version, and what it has that the catalog has not, of one range of ids.
 *
 * @param held the version of the catalog that the index holds; what is newer is still to come.
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
