import { CANDIDATE_LIMIT } from '@heliograph/contract';
import { commandOf, searchFlags } from '../../../calls/as-command';
import { searchCall } from './search-call';
import type { ActivityFilters } from './filters';

/** The command-line client's export formats, the most common first. */
export const EXPORT_FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'ndjson', label: 'NDJSON' },
  { value: 'parquet', label: 'Parquet' },
] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number]['value'];

/**
 * The command that exports all results to a file.
 *
 * @param total matching activities; undefined for a semantic ranking, which must be bounded before it is paid for.
 */
export function asExport(filters: ActivityFilters, format: ExportFormat, total: number | undefined): string {
  const bound = filters.semantic !== '' && total === undefined ? [`--max-records ${CANDIDATE_LIMIT}`] : [];
  return commandOf('export', [
    ...searchFlags(searchCall(filters)),
    ...bound,
    `--output activities.${format}`,
  ]);
}
