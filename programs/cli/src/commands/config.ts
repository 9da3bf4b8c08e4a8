import { Command } from 'commander';
import { PREFERENCE_NAMES, PREFERENCES, preferenceNamed } from '../config/preferences';
import type { Context } from '../context';
import { CliError } from '../failure';
import { createRecordPrinter } from '../output/record-printer';
import type { RecordView } from '../output/record-view';
import { describedCommand, type RunAction } from './command';

interface Setting {
  name: string;
  value?: string;
  default: string;
  description: string;
}

const view: RecordView<Setting> = {
  fields: ['name', 'value', 'default', 'description'],
  columns: [
    { heading: 'NAME', path: ['name'], paint: (colors, text) => colors.bold(text) },
    { heading: 'VALUE', path: ['value'], shrinksTo: 12, paint: (colors, text) => colors.cyan(text) },
    { heading: 'DEFAULT', path: ['default'], shrinksTo: 12 },
    { heading: 'MEANING', path: ['description'], shrinksTo: 16, dropOrder: 1 },
  ],
  csv: [['name'], ['value'], ['default'], ['description']],
};

const names = PREFERENCE_NAMES.map((name) => `  ${name.padEnd(18)}${PREFERENCES[name].description}`).join(
  '\n',
);

export function configCommand(runWithPreferences: RunAction): Command {
  const run: RunAction = (command, action) =>
    runWithPreferences(command, action, { ignoresPreferences: true });
  return new Command('config')
    .description('read and change the settings of this program')
    .addHelpText('after', `\nSettings:\n${names}\n\nFlags and variables take precedence over settings.`)
    .addCommand(listCommand(run))
    .addCommand(getCommand(run))
    .addCommand(setCommand(run))
    .addCommand(unsetCommand(run))
    .addCommand(pathCommand(run));
}

function listCommand(run: RunAction): Command {
  return describedCommand('list', 'list all settings', ['config list', 'config list --json']).action(
    (_: unknown, command: Command) =>
      run(command, async ({ configFile, terminal, settings }) => {
        const values = configFile.read();
        const printer = createRecordPrinter(terminal, view, { fields: settings.fields });
        await printer.print(
          PREFERENCE_NAMES.map((name) => {
            const value = values[name];
            const { standard, description } = PREFERENCES[name];
            return { name, ...(value !== undefined && { value }), default: standard, description };
          }),
        );
        await printer.finish({});
      }),
  );
}

function getCommand(run: RunAction): Command {
  return describedCommand('get', 'print a setting; status 1 if it is not set', ['config get api-url'])
    .argument('<name>', 'setting')
    .action((name: string, _: unknown, command: Command) => run(command, (context) => get(context, name)));
}

async function get({ configFile, terminal }: Context, name: string): Promise<void> {
  const known = preferenceNamed(name);
  const value = configFile.read()[known];
  if (value === undefined)
    throw new CliError(`${known} is not set.`, {
      code: 'not_set',
      remedy: `The default is ${PREFERENCES[known].standard}.`,
    });
  await terminal.writeLine(value);
}

function setCommand(run: RunAction): Command {
  return describedCommand('set', 'change a setting', [
    'config set api-url https://api.example.com',
    'config set format json',
  ])
    .argument('<name>', 'setting')
    .argument('<value>', 'its value')
    .action((name: string, value: string, _: unknown, command: Command) =>
      run(command, async ({ configFile, terminal }) => {
        const known = preferenceNamed(name);
        const parsed = PREFERENCES[known].parse(value);
        configFile.write(known, parsed);
        terminal.note(`${terminal.noteColors.green('✓')} ${known} is ${parsed}`);
        await Promise.resolve();
      }),
    );
}

function unsetCommand(run: RunAction): Command {
  return describedCommand('unset', 'remove a setting', ['config unset format'])
    .argument('<name>', 'setting')
    .action((name: string, _: unknown, command: Command) =>
      run(command, async ({ configFile, terminal }) => {
        const known = preferenceNamed(name);
        configFile.write(known, undefined);
        terminal.note(`${terminal.noteColors.green('✓')} ${known} is ${PREFERENCES[known].standard} again`);
        await Promise.resolve();
      }),
    );
}

function pathCommand(run: RunAction): Command {
  return describedCommand('path', 'print the path of the settings file', ['config path']).action(
    (_: unknown, command: Command) =>
      run(command, ({ configFile, terminal }) => terminal.writeLine(configFile.path)),
  );
}
