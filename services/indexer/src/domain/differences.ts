/** A signal of the catalog or of a collection's table; undefined if missing on that side. */
export interface ComparedSignal {
  id: string;
  catalogVersion: bigint | undefined;
  stored: { version: bigint; state: 'embedded' | 'withdrawn' | 'dead'; isIndexed: boolean } | undefined;
}

/** A point of the vector index. */
export interface IndexedPoint {
  id: string;
  version: bigint;
}

/** Differences in a range of ids. */
export interface Differences {
  /** In the catalog, not withdrawn. */
  signals: number;
  points: number;
  /** In the catalog, but missing or outdated in the index; without those that cannot be embedded. */
  missing: string[];
  /** In the index, not in the catalog. */
  surplus: string[];
  /** Have a vector that the index lacks, or is not known to have. */
  toPut: string[];
  /** Points to remove: those without a vector, and those newer than their vector, which no upsert replaces. */
  toRemove: string[];
  /** Stored, but missing or different in the catalog: the database was restored to an earlier state. */
  toForget: string[];
  /** Whether the catalog has signals without a vector of their version. */
  hasUnembedded: boolean;
}

/** Compares catalog, stored vectors, and index in a range of ids that is complete on all sides. */
export function differencesOf(
  signals: readonly ComparedSignal[],
  points: readonly IndexedPoint[],
): Differences {
  const found: Differences = {
    signals: 0,
    points: points.length,
    missing: [],
    surplus: [],
    toPut: [],
    toRemove: [],
    toForget: [],
    hasUnembedded: false,
  };
  const versions = new Map(points.map(({ id, version }) => [id, version]));
  for (const signal of signals) {
    compareSignal(signal, versions.get(signal.id), found);
    versions.delete(signal.id);
  }
  for (const id of versions.keys()) {
    found.surplus.push(id);
    found.toRemove.push(id);
  }
  return found;
}

function compareSignal(signal: ComparedSignal, point: bigint | undefined, found: Differences): void {
  const { id, catalogVersion, stored } = signal;
  if (catalogVersion === undefined) {
    if (point !== undefined) found.surplus.push(id);
    if (stored?.state !== 'withdrawn') found.toForget.push(id);
    if (point !== undefined || stored?.isIndexed === false) found.toRemove.push(id);
    return;
  }
  found.signals += 1;
  const isCurrent = stored !== undefined && stored.version >= catalogVersion;
  const isDead = isCurrent && stored.state === 'dead';
  if (!isDead && (point === undefined || point < catalogVersion)) found.missing.push(id);
  if (!isCurrent) found.hasUnembedded = true;
  if (stored && stored.version > catalogVersion) {
    found.toForget.push(id);
    if (point !== undefined) found.toRemove.push(id);
    return;
  }
  if (stored?.state === 'embedded') {
    if (point !== undefined && point > stored.version) found.toRemove.push(id);
    if (point !== stored.version || !stored.isIndexed) found.toPut.push(id);
  } else if (point !== undefined || stored?.isIndexed === false) {
    found.toRemove.push(id);
  }
}
