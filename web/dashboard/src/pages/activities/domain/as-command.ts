import { flagOf } from '@heliograph/contract';
import { listParameters, type ActivityFilters, type Place } from './filters';
import { quoteForShell, withoutControls } from './shell';

/** The command of the command-line client that searches for the same. */
export function asCommand(filters: ActivityFilters): string {
  const flags = listParameters(filters).flatMap(([name, value]) => {
    if (name === 'industries') return filters.industries.map((industry) => flag('--industries', industry));
    if (name === 'locations') return placeFlags(filters.locations, value);
    // Groups have a form of their own for people, and one for programs.
    return [flag(name === 'searchGroups' ? '--groups-json' : flagOf(name), value)];
  });
  return ['signals search', ...flags].join(' \\\n  ');
}

/** Places as people write them, such as `city:Paris@France`; as JSON where their names hold the separator. */
function placeFlags(places: readonly Place[], json: string): string[] {
  if (places.some(({ value, country }) => `${value}${country ?? ''}`.includes('@'))) {
    return [flag('--locations-json', json)];
  }
  return places.map(({ kind, value, country }) =>
    flag('--locations', country ? `${kind}:${value}@${country}` : `${kind}:${value}`),
  );
}

/** A value that begins with a hyphen would read as another flag. */
function flag(name: string, value: string): string {
  const word = quoteForShell(withoutControls(value));
  return value.startsWith('-') ? `${name}=${word}` : `${name} ${word}`;
}
