import { IDEMPOTENCY_HOURS } from '@heliograph/contract';
import { Option, type Command } from 'commander';
import { countFlags, filterFlags, pageFlags, wordFlags } from '../search/search-flags';
import { wholeNumberBetween } from '../search/parse-values';

/** For every request that uses records. */
export const IDEMPOTENCY_KEY_OPTION = [
  '--idempotency-key <key>',
  `repeating a key within ${IDEMPOTENCY_HOURS} hours returns the same response, free`,
] as const;

const collect = (text: string, previous: string[] | undefined) => [...(previous ?? []), text];

/** Adds the words and filters that `search` and `count` share. */
export function addFilters(command: Command): Command {
  return addWordsAndFilters(command, 'Words and meaning:', wordFlags());
}

/** Adds the words and filters for saved searches and feeds, which have no semantic ranking. */
export function addFeedFilters(command: Command): Command {
  return addWordsAndFilters(
    command,
    'Words:',
    wordFlags().filter(({ parameter }) => parameter !== 'semantic'),
  );
}

function addWordsAndFilters(command: Command, heading: string, flags: ReturnType<typeof wordFlags>): Command {
  command.argument('[words...]', 'words in the title; several words in one argument form a phrase');
  command.optionsGroup(heading);
  for (const { option } of flags) command.addOption(option);
  command
    .option(
      '--group <group>',
      'group of terms, such as \'company: "series b" and hiring not layoffs\'; repeatable',
      collect,
    )
    .addOption(
      new Option('--group-op <op>', 'whether all groups must match or any (default: and)').choices([
        'and',
        'or',
      ]),
    )
    .option('--groups-json <json>', 'all groups, as the API’s searchGroups');
  command.optionsGroup('Filters:');
  for (const { option } of filterFlags()) command.addOption(option);
  command.option('--locations-json <json>', 'places, as the API’s locations');
  return command.addHelpText('after', GROUPS_HELP);
}

/** Adds facet flags. */
export function addCounting(command: Command): Command {
  command.optionsGroup('Counts:');
  for (const { option } of countFlags()) command.addOption(option);
  return command;
}

/** Adds paging flags. */
export function addPaging(command: Command): Command {
  command.optionsGroup('Pages:');
  for (const { option } of pageFlags()) command.addOption(option);
  return command
    .option('--all', 'all pages; asks before it uses many records')
    .option(
      '--max-records <number>',
      'use at most this many records; implies --all',
      wholeNumberBetween(1, 1_000_000),
    )
    .option('--web', 'open the search in the dashboard; opening is free')
    .option('--count', 'print only the number; free')
    .option('--matched', 'mark the matching words in titles; with --json, return their positions')
    .option(...IDEMPOTENCY_KEY_OPTION);
}

const GROUPS_HELP = `
Groups of terms:
  SCOPE: TERM and TERM … not TERM    SCOPE is activity (one title) or company (any of its titles)
  SCOPE: TERM or TERM … not TERM     a TERM is a word, several words (a phrase) or "a quoted text"
`;
