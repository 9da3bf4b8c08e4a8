import type { Signal } from '@heliograph/sdk';
import type { FieldPath } from '../output/fields';

/** The part of each signal that a file contains. */
export interface ExportColumns {
  /** For formats with columns. */
  paths: readonly FieldPath[];
  /** Whether the user chose them; if not, NDJSON contains whole signals. */
  areChosen: boolean;
}

/** Writes signals to an empty file; resolves once they are on disk. */
export type FileWriter = (
  path: string,
  signals: AsyncIterable<Signal>,
  columns: ExportColumns,
) => Promise<void>;
