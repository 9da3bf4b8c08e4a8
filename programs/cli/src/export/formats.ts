import { extname } from 'node:path';
import { UsageError } from '../failure';
import { choose } from '../output/fields';
import { csvFile } from './csv-file';
import type { FileWriter } from './file-writer';
import { parquetFile } from './parquet-file';
import { writeText } from './write-text';

const ndjsonFile: FileWriter = (path, signals, { paths, areChosen }) =>
  writeText(path, signals, (signal) => `${JSON.stringify(areChosen ? choose(signal, paths) : signal)}\n`);

/** The formats of exports, by name. */
export const EXPORT_FORMATS = {
  ndjson: ndjsonFile,
  csv: csvFile,
  parquet: parquetFile,
} as const satisfies Record<string, FileWriter>;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

const EXTENSIONS: Readonly<Record<string, ExportFormat>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
  '.parquet': 'parquet',
};

/**
 * The format that a file's name asks for.
 *
 * @throws UsageError when it asks for none.
 */
export function formatOf(path: string): ExportFormat {
  const format = EXTENSIONS[extname(path).toLowerCase()];
  if (format) return format;
  throw new UsageError(
    `${path} does not say in which format it should be.`,
    `Name it ${Object.keys(EXTENSIONS)
      .map((extension) => `*${extension}`)
      .join(', ')}, or use --format.`,
  );
}
