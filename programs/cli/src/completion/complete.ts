import type { Command, Option } from 'commander';
import { PREFERENCE_NAMES, PREFERENCES, preferenceNamed } from '../config/preferences';
import { optionFlags, type ListName } from '../search/search-flags';
import type { Candidate } from './candidate';
import { LIST_NAMES, type OptionEntry } from './filter-options';
import { suggestionRequestFor, type SuggestionRequest } from './suggestions';

/**
 * Completes a command line.
 *
 * @param words the command line after the program name; the last word, possibly empty, is completed.
 * @param known the cached filter options.
 * @param suggested the answer to {@link suggestionRequest}.
 */
export function complete(
  program: Command,
  words: readonly string[],
  known: readonly OptionEntry[],
  suggested: readonly Candidate[] = [],
): Candidate[] {
  const { command, operands, option, leadingText, value, isBehindDashes } = placeOf(program, words);
  if (option) {
    const values = [...valuesOf(option, known, value), ...suggested];
    return matching(values, value).map((candidate) => ({
      ...candidate,
      value: `${leadingText}${candidate.value}`,
    }));
  }
  if (value.startsWith('-') && !isBehindDashes) return matching(flagsOf(command), value);
  return matching([...operandsOf(command, operands), ...suggested], value);
}

/** The suggestion needed to complete a command line. */
export function suggestionRequest(program: Command, words: readonly string[]): SuggestionRequest | undefined {
  const { command, operands, option, value } = placeOf(program, words);
  if (option) return suggestionRequestFor(option.long ?? '', value);
  const isSlug = command.name() === 'company' && operands.length === 0 && !value.startsWith('-');
  return isSlug ? { kind: 'company', prefix: value, leadingText: '' } : undefined;
}

/** Whether the word to complete is the value of `logs --key`. */
export function wantsCredentials(program: Command, words: readonly string[]): boolean {
  const { command, option } = placeOf(program, words);
  return command.name() === 'logs' && option?.long === '--key';
}

interface Place extends Pick<Position, 'command' | 'operands' | 'isBehindDashes'> {
  /** The flag whose value is being completed. */
  option: Option | undefined;
  /** The part of the word before the value, such as `--flag=`. */
  leadingText: string;
  value: string;
}

function placeOf(program: Command, words: readonly string[]): Place {
  const current = words.at(-1) ?? '';
  const { awaiting, ...position } = walk(program, words.slice(0, -1));
  if (awaiting) return { ...position, option: awaiting, leadingText: '', value: current };
  const [, flag, value] = /^(--[a-z-]+)=(.*)$/s.exec(current) ?? [];
  const valued =
    flag !== undefined && !position.isBehindDashes ? optionNamed(position.command, flag) : undefined;
  if (valued && takesValue(valued))
    return { ...position, option: valued, leadingText: `${flag}=`, value: value! };
  return { ...position, option: undefined, leadingText: '', value: current };
}

interface Position {
  command: Command;
  /** The command's positional arguments. */
  operands: string[];
  /** The flag whose value comes next. */
  awaiting: Option | undefined;
  isBehindDashes: boolean;
}

function walk(program: Command, words: readonly string[]): Position {
  const position: Position = { command: program, operands: [], awaiting: undefined, isBehindDashes: false };
  for (const word of words) {
    if (position.awaiting) {
      position.awaiting = undefined;
    } else if (word === '--') {
      position.isBehindDashes = true;
    } else if (word.startsWith('-') && !position.isBehindDashes) {
      const option = word.includes('=') ? undefined : optionNamed(position.command, word);
      position.awaiting = option && takesValue(option) ? option : undefined;
    } else {
      const next = position.operands.length === 0 && subcommand(position.command, word);
      if (next) position.command = next;
      else position.operands.push(word);
    }
  }
  return position;
}

function subcommand(command: Command, name: string): Command | undefined {
  return command.commands.find((child) => child.name() === name || child.aliases().includes(name));
}

/** Includes parent commands, whose flags apply everywhere. */
function optionsOf(command: Command): Option[] {
  return [...command.options, ...(command.parent ? optionsOf(command.parent) : [])].filter(
    ({ hidden }) => !hidden,
  );
}

function optionNamed(command: Command, name: string): Option | undefined {
  return optionsOf(command).find(({ long, short }) => long === name || short === name);
}

function takesValue(option: Option): boolean {
  return option.required || option.optional;
}

function flagsOf(command: Command): Candidate[] {
  const all = optionsOf(command).flatMap(({ long, description }) =>
    long ? [{ value: long, description }] : [],
  );
  return [...all, { value: '--help', description: 'show help' }];
}

function operandsOf(command: Command, operands: readonly string[]): Candidate[] {
  if (command.commands.length > 0) {
    return command.commands
      .filter((child) => !child.name().startsWith('__'))
      .map((child) => ({ value: child.name(), description: child.description() }));
  }
  const [first] = operands;
  const place = `${command.parent?.parent ? `${command.parent.name()} ` : ''}${command.name()}`;
  switch (place) {
    case 'options':
      return operands.length === 0 ? plain(LIST_NAMES) : [];
    case 'completion':
      return operands.length === 0 ? plain(['bash', 'zsh', 'fish']) : [];
    case 'config get':
    case 'config set':
    case 'config unset':
      if (first !== undefined) return plain(choicesOf(first));
      return PREFERENCE_NAMES.map((name) => ({ value: name, description: PREFERENCES[name].description }));
    default:
      return [];
  }
}

function choicesOf(preference: string): readonly string[] {
  try {
    return PREFERENCES[preferenceNamed(preference)].choices ?? [];
  } catch {
    return [];
  }
}

function valuesOf(option: Option, known: readonly OptionEntry[], current: string): Candidate[] {
  if (option.argChoices) return plain(option.argChoices);
  const list = optionFlags().get(option.long ?? '');
  return list === undefined ? [] : identifiers(list, known, current);
}

/** Completes identifiers of a list; after the last comma, if the flag takes several. */
function identifiers(list: ListName, known: readonly OptionEntry[], current: string): Candidate[] {
  const isCommaSeparated = list !== 'industries' && list !== 'countries';
  const leadingText = isCommaSeparated ? current.slice(0, current.lastIndexOf(',') + 1) : '';
  return known
    .filter((entry) => entry.list === list)
    .map(({ id, label }) => ({ value: `${leadingText}${id}`, description: label === id ? '' : label }));
}

function plain(values: readonly string[]): Candidate[] {
  return values.map((value) => ({ value, description: '' }));
}

function matching(candidates: readonly Candidate[], current: string): Candidate[] {
  return candidates.filter(({ value }) => value.startsWith(current));
}
