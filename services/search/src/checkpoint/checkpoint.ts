import type { CatalogPosition } from '@heliograph/catalog';
import type { KeptRows } from '@heliograph/read-model';

/** The origin of a checkpoint. Readers compare all of it. */
export interface CheckpointOrigin {
  /** Hash of the program that made the segments and their words: see {@link programHash}. */
  program: string;
  /** Version of the catalog's migrations when the segments were made. */
  schema: string;
}

/** The corpus, as written to a file. */
export interface Checkpoint extends CheckpointOrigin {
  position: CatalogPosition;
  nextOrdinal: number;
  /** Epoch milliseconds at which it was written. */
  writtenAtMs: number;
  views: readonly KeptRows[];
}

/** The only file of a directory that is read. Always replaced atomically. */
export const CHECKPOINT_NAME = 'read-model.checkpoint';

export type RefusalReason =
  'unreadable' | 'damaged' | 'other_program' | 'other_schema' | 'other_catalog' | 'too_old' | 'incomplete';

export const REFUSAL_REASONS: readonly RefusalReason[] = [
  ...(['unreadable', 'damaged', 'other_program', 'other_schema', 'other_catalog'] as const),
  ...(['too_old', 'incomplete'] as const),
];

/** There is a checkpoint, but it cannot be used. */
export class CheckpointRefusedError extends Error {
  constructor(
    readonly reason: RefusalReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CheckpointRefusedError';
  }
}
