import type { Signal } from '@heliograph/sdk';
import type { FieldPath } from '../output/fields';

/** The part of each signal that a file contains. */
export interface ExportColumns {
  /** For formats with columns. */
  paths: readonly FieldPath[];
  /** Whether the user chose them; if not, NDJSON contains whole signals. */
  areChosen: boolean;
}

/**
 * Writes signals to an empty file. Resolves once they are flushed to disk: the file will be the only copy of what was
 * paid for, and must survive a power failure.
 */
export type FileWriter = (
  path: string,
  signals: AsyncIterable<Signal>,
  columns: ExportColumns,
) => Promise<void>;
