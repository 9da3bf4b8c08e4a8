import type { VectorPoint } from './vector-index';

/** Each id once, in its newest version; if that occurs twice, the later point counts. */
export function newestPoints(points: readonly VectorPoint[]): VectorPoint[] {
  const newest = new Map<string, VectorPoint>();
  for (const point of points) {
    const other = newest.get(point.id);
    if (!other || other.version <= point.version) newest.set(point.id, point);
  }
  return [...newest.values()];
}
