import type { Signal } from '@heliograph/sdk';
import type { FieldPath } from '../output/fields';

/** What a file contains of each signal. */
export interface ExportColumns {
  /** For formats with columns. */
  paths: readonly FieldPath[];
  /** Whether the user chose them; otherwise NDJSON has whole signals. */
  areChosen: boolean;
}

/** Writes signals to an empty file; resolves when it is on disk. */
export type FileWriter = (
  path: string,
  signals: AsyncIterable<Signal>,
  columns: ExportColumns,
) => Promise<void>;
