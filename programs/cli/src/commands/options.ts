import {
  flagOf,
  OPTION_LIST_NAMES,
  OPTION_LISTS,
  parameterOfList,
  displayNameOf,
  STORED_LIST_NAMES,
  quantity,
} from '@heliograph/contract';
import { Argument, type Command } from 'commander';
import { LIST_NAMES, entriesOf, type OptionEntry } from '../completion/filter-options';
import { fetchAndCacheOptions } from '../completion/filter-options-cache';
import type { Context } from '../context';
import { UsageError } from '../failure';
import { createRecordPrinter, printList } from '../output/record-printer';
import type { RecordView } from '../output/record-view';
import { optionFlags, type ListName } from '../search/search-flags';
import { describedCommand, type RunAction } from './command';

/** Also accepts singular forms and flag names. */
const OTHER_NAMES: ReadonlyMap<string, ListName> = new Map([
  ...STORED_LIST_NAMES.map(
    (name) => [OPTION_LISTS[name].kind.replaceAll('_', '-'), displayNameOf(name)] as const,
  ),
  ...OPTION_LIST_NAMES.flatMap((name) => {
    const parameter = parameterOfList(name);
    return parameter === undefined
      ? []
      : [[flagOf(parameter).slice('--'.length), displayNameOf(name)] as const];
  }),
]);

const view: RecordView<OptionEntry> = {
  fields: ['list', 'id', 'label'],
  columns: [
    { heading: 'LIST', path: ['list'], dropOrder: 1, paint: (colors, text) => colors.dim(text) },
    { heading: 'ID', path: ['id'], shrinksTo: 16, paint: (colors, text) => colors.cyan(text) },
    { heading: 'LABEL', path: ['label'], shrinksTo: 12, dropOrder: 2 },
  ],
  csv: [['list'], ['id'], ['label']],
};

export function optionsCommand(run: RunAction): Command {
  return describedCommand('options', 'list the values that filters accept; free', [
    'options categories',
    'options hiring-functions --filter engineer',
    'options industries --json',
  ])
    .addArgument(new Argument('[list]', `one of ${LIST_NAMES.join(', ')} (default: all)`))
    .option('--filter <text>', 'only values whose id or label contains the text')
    .action((list: string | undefined, options: { filter?: string }, command: Command) =>
      run(command, (context) => listOptions(context, list, options.filter)),
    );
}

async function listOptions(
  context: Context,
  name: string | undefined,
  filter: string | undefined,
): Promise<void> {
  const { terminal, settings, connection } = context;
  const lists = name === undefined ? LIST_NAMES : [listNamed(name)];
  const printer = createRecordPrinter(terminal, view, { fields: settings.fields });
  const options = await fetchAndCacheOptions(context, connection);
  const wanted = filter?.toLowerCase() ?? '';
  const entries = entriesOf(options, lists).filter(({ id, label }) =>
    [id, label].some((text) => text.toLowerCase().includes(wanted)),
  );
  await printList(terminal, printer, entries);
  const flag = [...optionFlags()].find(([, list]) => lists.length === 1 && list === lists[0])?.[0];
  terminal.hint(
    `\n${quantity(entries.length, 'value')}${flag === undefined ? '' : `, for signals search ${flag} ID`}`,
  );
}

function listNamed(name: string): ListName {
  const found = LIST_NAMES.find((list) => list === name) ?? OTHER_NAMES.get(name);
  if (!found) throw new UsageError(`There is no list "${name}".`, `Lists: ${LIST_NAMES.join(', ')}`);
  return found;
}
