import type { CountParameters, PageParameters, SearchGroups } from '@heliograph/sdk';
import { UsageError } from '../failure';
import { parseGroup } from './parse-group';
import { joinWords, parseJsonFlag } from './parse-values';
import { countFlags, filterFlags, pageFlags, wordFlags } from './search-flags';

/** Flag values by commander's names: `companySlug` for `--company-slug`. */
export type FlagValues = Readonly<Record<string, unknown>>;

/** Parameters for a page, or for a count with facets. */
export type ReadParameters = PageParameters & Pick<CountParameters, 'facets'>;

/**
 * Builds the parameters from words and flags. Empty text counts as absent, as in the API, which also reports conflicts.
 *
 * @throws UsageError for contradictory flags.
 */
export function readSearch(words: readonly string[], values: FlagValues): ReadParameters {
  const parameters: Record<string, unknown> = {};
  for (const { parameter, option } of [...wordFlags(), ...filterFlags(), ...pageFlags(), ...countFlags()]) {
    const value = values[option.attributeName()];
    if (value !== undefined && value !== '') parameters[parameter] = value;
  }
  const q = joinWords(words);
  if (q !== '' && parameters['q'] !== undefined)
    throw new UsageError('Words and --q set the same filter.', 'Give only one of them.');
  if (q !== '') parameters['q'] = q;
  const locations = values['locationsJson'] as string | undefined;
  if (locations !== undefined) {
    if (parameters['locations'] !== undefined) throw contradiction('--locations', '--locations-json');
    parameters['locations'] = parseJsonFlag('--locations-json', locations);
  }
  const groups = readGroups(values);
  if (groups) parameters['searchGroups'] = groups;
  return parameters as ReadParameters;
}

function readGroups(values: FlagValues): SearchGroups | undefined {
  const texts = (values['group'] as string[] | undefined) ?? [];
  const json = values['groupsJson'] as string | undefined;
  const operator = values['groupOp'] as 'and' | 'or' | undefined;
  if (json !== undefined) {
    if (texts.length > 0) throw contradiction('--group', '--groups-json');
    if (operator !== undefined) throw contradiction('--group-op', '--groups-json');
    return parseJsonFlag('--groups-json', json) as SearchGroups;
  }
  if (texts.length === 0) {
    if (operator !== undefined) throw new UsageError('--group-op needs --group.');
    return undefined;
  }
  return { op: operator ?? 'and', groups: texts.map(parseGroup) };
}

function contradiction(one: string, other: string): UsageError {
  return new UsageError(`${one} and ${other} cannot be combined.`, 'Give only one of them.');
}
