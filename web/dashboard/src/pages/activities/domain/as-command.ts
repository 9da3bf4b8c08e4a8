import { flagOf } from '@heliograph/contract';
import { listParameters, type ActivityFilters, type Place } from './filters';
import { quoteForShell, withoutControls } from './shell';

/** The command-line client's command for the same search. */
export function asCommand(filters: ActivityFilters): string {
  return commandOf('search', flagsOf(filters));
}

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
 * @param total matching activities; undefined for a semantic ranking, which needs a bound before it is paid for.
 */
export function asExport(filters: ActivityFilters, format: ExportFormat, total: number | undefined): string {
  const bound = filters.semantic !== '' && total === undefined ? ['--max-records 1000'] : [];
  return commandOf('export', [...flagsOf(filters), ...bound, `--output activities.${format}`]);
}

const commandOf = (name: string, flags: readonly string[]) => [`signals ${name}`, ...flags].join(' \\\n  ');

function flagsOf(filters: ActivityFilters): string[] {
  return listParameters(filters).flatMap(([name, value]) => {
    if (name === 'industries') return filters.industries.map((industry) => flag('--industries', industry));
    if (name === 'locations') return placeFlags(filters.locations, value);
    // Groups have one form for people and one for programs.
    return [flag(name === 'searchGroups' ? '--groups-json' : flagOf(name), value)];
  });
}

/** Places as people write them, such as `city:Paris@France`; as JSON when their names contain the separator. */
function placeFlags(places: readonly Place[], json: string): string[] {
  if (places.some(({ value, country }) => `${value}${country ?? ''}`.includes('@'))) {
    return [flag('--locations-json', json)];
  }
  return places.map(({ kind, value, country }) =>
    flag('--locations', country ? `${kind}:${value}@${country}` : `${kind}:${value}`),
  );
}

/** A value that begins with a hyphen would read as a flag. */
function flag(name: string, value: string): string {
  const word = quoteForShell(withoutControls(value));
  return value.startsWith('-') ? `${name}=${word}` : `${name} ${word}`;
}
