import { walk, type WalkParts } from './walk';

export interface Comparison {
  /** Signals in the catalog. */
  signals: number;
  points: number;
  /** In the catalog and embeddable, but missing or outdated in the index; with some of their ids. */
  missing: number;
  missingIds: string[];
  /** In the index, but not in the catalog; with some of their ids. */
  surplus: number;
  surplusIds: string[];
}

const EXAMPLES = 100;

/** Compares catalog and vector index without changing anything. Work in progress counts in its current state. */
export async function compare(
  parts: WalkParts,
  collection: { id: number; name: string },
  isOver: () => boolean = () => false,
): Promise<Comparison> {
  const sum: Comparison = { signals: 0, points: 0, missing: 0, missingIds: [], surplus: 0, surplusIds: [] };
  for await (const { signals, points, missing, surplus } of walk(parts, collection)) {
    sum.signals += signals;
    sum.points += points;
    sum.missing += missing.length;
    sum.missingIds.push(...missing.slice(0, EXAMPLES - sum.missingIds.length));
    sum.surplus += surplus.length;
    sum.surplusIds.push(...surplus.slice(0, EXAMPLES - sum.surplusIds.length));
    if (isOver()) throw new Error('the comparison was canceled');
  }
  return sum;
}
