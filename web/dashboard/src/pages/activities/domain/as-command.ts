import { listParameters, type ActivityFilters, type FilterName, type Place } from './filters';
import { quoteForShell, withoutControls } from './shell';

/** Flags that are not their parameter's name in lower case with hyphens. */
const FLAGS: Partial<Record<FilterName, string>> = { all: '--all-words', searchGroups: '--groups-json' };

/** The command of the command-line client that searches for the same. */
export function asCommand(filters: ActivityFilters): string {
  const flags = listParameters(filters).flatMap(([name, value]) => {
    if (name === 'industries') return filters.industries.map((industry) => flag('--industries', industry));
    if (name === 'locations') return placeFlags(filters.locations, value);
    return [
      flag(FLAGS[name] ?? `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value),
    ];
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
