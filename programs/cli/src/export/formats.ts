import { extname } from 'node:path';
import { UsageError } from '../failure';
import { choose } from '../output/fields';
import { csvFile } from './csv-file';
import type { FileWriter } from './file-writer';
import { parquetFile } from './parquet-file';
import { writeText } from './write-text';

const ndjsonFile: FileWriter = (path, signals, { paths, areChosen }) =>
  writeText(path, signals, (signal) => `${JSON.stringify(areChosen ? choose(signal, paths) : signal)}\n`);

/** The export formats, by name. */
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
 * The format for a file's extension.
 *
 * @throws UsageError when there is none.
 */
export function formatOf(path: string): ExportFormat {
  const format = EXTENSIONS[extname(path).toLowerCase()];
  if (format) return format;
  throw new UsageError(
    `The format of ${path} is unclear.`,
    `Name it ${Object.keys(EXTENSIONS)
      .map((extension) => `*${extension}`)
      .join(', ')}, or use --format.`,
  );
}
