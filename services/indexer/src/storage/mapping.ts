import type { VectorPoint } from '@heliograph/vector-index';
import type { ComparedSignal } from '../domain/differences';
import { decodeHalves } from '../domain/half-floats';
import type { KnownSignal } from '../domain/plan';
import type { FeedChange, SignalChange } from '../domain/signal';

type State = KnownSignal['state'];

export interface KnownSignalRow {
  id: string;
  version: string | null;
  state: State;
  text_hash: string | null;
  is_indexed: boolean;
  withdrawn_version: string | null;
}

export interface PointRow {
  id: string;
  version: string;
  published_at_ms: string;
  ordinal: number;
  vector: Buffer;
}

export interface ComparedSignalRow {
  id: string;
  catalog_version: string | null;
  version: string | null;
  state: State;
  is_indexed: boolean;
}

export interface ChangeRow {
  version: string;
  id: string;
  withdrawn: boolean;
  title: string | null;
  published_at: Date | null;
  ordinal: number | null;
}

export type FeedChangeRow = ChangeRow & { is_same_item: boolean };

export function knownSignalFromRow(row: KnownSignalRow): KnownSignal | undefined {
  if (row.version === null) return undefined;
  return {
    version: BigInt(row.version),
    state: row.state,
    textHash: row.text_hash ?? undefined,
    isIndexed: row.is_indexed,
  };
}

export function pointFromRow(row: PointRow): VectorPoint {
  return {
    id: row.id,
    version: BigInt(row.version),
    publishedAtMs: Number(row.published_at_ms),
    ordinal: row.ordinal,
    vector: decodeHalves(row.vector),
  };
}

export function comparedSignalFromRow(row: ComparedSignalRow): ComparedSignal {
  return {
    id: row.id,
    catalogVersion: row.catalog_version === null ? undefined : BigInt(row.catalog_version),
    stored:
      row.version === null
        ? undefined
        : { version: BigInt(row.version), state: row.state, isIndexed: row.is_indexed },
  };
}

export function changeFromRow(row: ChangeRow): SignalChange {
  const { id } = row;
  const version = BigInt(row.version);
  if (row.withdrawn) return { withdrawn: true, id, version };
  return {
    withdrawn: false,
    id,
    version,
    title: row.title ?? '',
    publishedAtMs: row.published_at?.getTime() ?? 0,
    ordinal: row.ordinal ?? 0,
  };
}

export const feedChangeFromRow = (row: FeedChangeRow): FeedChange => ({
  ...changeFromRow(row),
  isSameItem: row.is_same_item,
});
