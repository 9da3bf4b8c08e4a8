import { Command, CommanderError, Option } from 'commander';
import { apiCommand } from './commands/api';
import type { RunAction } from './commands/command';
import { companyCommand } from './commands/company';
import { completeCommand, completionCommand } from './commands/completion';
import { configCommand } from './commands/config';
import { countCommand } from './commands/count';
import { exportCommand } from './commands/export';
import { identifyCommand } from './commands/identify';
import { loginCommand } from './commands/login';
import { logoutCommand } from './commands/logout';
import { logsCommand } from './commands/logs';
import { mcpCommand } from './commands/mcp';
import { openCommand } from './commands/open';
import { optionsCommand } from './commands/options';
import { savedCommand } from './commands/saved';
import { receiptsCommand } from './commands/receipts';
import { searchCommand } from './commands/search';
import { suggestCommand } from './commands/suggest';
import { statementCommand } from './commands/statement';
import { usageCommand } from './commands/usage';
import { watchCommand } from './commands/watch';
import { verifyCommand } from './commands/verify';
import { whoamiCommand } from './commands/whoami';
import type { GlobalOptions } from './config/settings';
import { createContext, type Context } from './context';
import { EXIT_CODES, UsageError } from './failure';
import { isColored, type ProgramStreams } from './output/terminal';
import { reportFailure } from './report-failure';
import { announceUpdate } from './update/update-notice';
import { VERSION } from './version';

const DESCRIPTION = `Searches published activities of companies from the command line.

  signals login                      log in with the browser, once
  signals search robots --days 30    search
  signals usage                      what is left`;

const AFTER_HELP = `
Examples:
  signals search "series a" --locations country:Germany --days 30
  signals search --semantic "machines that unload ships by themselves"
  signals search --category funding --jq '.items[].title'
  signals options categories

Variables:
  SIGNALS_API_URL     root of the API (default: http://127.0.0.1:8080)
  SIGNALS_API_KEY     use an API key and its allowance instead of what is stored
  BROWSER             program that opens pages; "none" for never
  PAGER               shows tables that are longer than the terminal (default: less); "cat" for none
  SIGNALS_NO_UPDATE_NOTICE  any value: never look for a newer version
  NO_COLOR, FORCE_COLOR, COLUMNS, CI, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME

Exit status:
  0  done
  1  failure
  2  wrong usage: a flag, or a value that the API refuses
  3  not logged in, or not allowed
  4  not enough allowance or balance
  5  too many requests: wait
  129, 130, 143  hang-up, Ctrl-C, SIGTERM

Formats: a table on a terminal; tab-separated when piped; --json, --jsonl, --csv.`;

/** Commands by API path, for names too different to suggest by spelling. */
const NAMES_OF_PATHS: ReadonlyMap<string, string> = new Map([
  ['filter-options', 'options'],
  ['saved-searches', 'saved'],
  ['changes', 'watch'],
]);

/**
 * The command line as a commander program; also used by tools that walk it, such as the reference generator.
 *
 * @param run executes a command; by default commands do nothing.
 */
export function createProgram(run: RunAction = () => Promise.resolve()): Command {
  const program = new Command('signals')
    .description(DESCRIPTION)
    .addHelpText('after', AFTER_HELP)
    .version(VERSION, '--version', 'print the version')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError(true);
  for (const option of globalOptions()) program.addOption(option);
  program
    .commandsGroup('Search:')
    .addCommand(searchCommand(run))
    .addCommand(watchCommand(run))
    .addCommand(countCommand(run))
    .addCommand(exportCommand(run))
    .addCommand(companyCommand(run))
    .addCommand(identifyCommand(run))
    .addCommand(suggestCommand(run))
    .addCommand(optionsCommand(run))
    .addCommand(openCommand(run))
    .addCommand(savedCommand(run))
    .commandsGroup('Account:')
    .addCommand(loginCommand(run))
    .addCommand(logoutCommand(run))
    .addCommand(whoamiCommand(run))
    .addCommand(usageCommand(run))
    .addCommand(logsCommand(run))
    .addCommand(receiptsCommand(run))
    .addCommand(statementCommand(run))
    .addCommand(verifyCommand(run))
    .commandsGroup('More:')
    .addCommand(apiCommand(run))
    .addCommand(mcpCommand(run))
    .addCommand(configCommand(run))
    .addCommand(completionCommand(run))
    .addCommand(completeCommand(run), { hidden: true });
  for (const command of everyCommand(program)) command.helpOption('-h, --help', 'show help');
  return program;
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

/**
 * Runs one command line.
 *
 * @param args the arguments after the program name.
 * @param signal aborted by a signal to the process, with an InterruptedError.
 * @returns the exit status.
 */
export async function runProgram(
  args: readonly string[],
  streams: ProgramStreams,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  let options: GlobalOptions = optionsSeen(args);
  const run: RunAction = async (command, action, contextOptions) => {
    options = command.optsWithGlobals<GlobalOptions>();
    const context = createContext(options, streams, signal, contextOptions);
    await context.terminal.filtered(() => action(context));
    announce(context);
  };
  const program = createProgram(run);
  // commander returns the process's exit code for help, which anything may have set.
  let isHelpShown = false;
  prepare(
    program,
    streams,
    isColored(streams.stdout, streams.environment, options.color === false ? 'never' : 'auto'),
    ({ error }) => (isHelpShown = !error),
  );
  try {
    if (args.length === 0) program.help();
    await program.parseAsync([...args], { from: 'user' });
    return EXIT_CODES.success;
  } catch (error) {
    if (error instanceof CommanderError && (error.exitCode === 0 || isHelpShown)) return EXIT_CODES.success;
    return reportFailure(error instanceof CommanderError ? usageError(error, args) : error, streams, options);
  }
}

/** A notice that fails must not fail the command. */
function announce(context: Context): void {
  try {
    announceUpdate(context);
  } catch (error) {
    context.terminal.detail(`no update notice: ${String(error)}`);
  }
}

function globalOptions(): Option[] {
  const option = (flags: string, description: string) =>
    new Option(flags, description).helpGroup('Global Options:');
  return [
    option('--json', 'print one JSON document'),
    option('--jsonl', 'print one JSON object per line'),
    option('--csv', 'print CSV with all columns, safe for spreadsheets'),
    option('--tsv', 'print tab-separated cells'),
    option('--table', 'print a table'),
    option('--fields <list>', 'only these fields, such as id,company.name'),
    option('--jq <program>', 'filter the JSON document with a jq program'),
    option('--api-url <url>', 'root of the API'),
    option('--budget-id <id>', 'budget that paid requests count against; also SIGNALS_BUDGET_ID'),
    option(
      '--budget-records <number>',
      'most records the budget may use in 30 days; also SIGNALS_BUDGET_RECORDS',
    ),
    option('--max-wait <seconds>', 'longest wait for a rate limit; longer waits exit with status 5'),
    option('--no-color', 'no colors'),
    option('--no-pager', 'do not page long output'),
    option('--quiet', 'print no notes or progress'),
    option('--verbose', 'print requests to standard error, without secrets'),
  ];
}

/** The options that decide how to report a failure, read from a command line that cannot be parsed. */
function optionsSeen(args: readonly string[]): GlobalOptions {
  const end = args.indexOf('--');
  const flags = end < 0 ? args : args.slice(0, end);
  return {
    json: flags.includes('--json'),
    jsonl: flags.includes('--jsonl'),
    verbose: flags.includes('--verbose'),
    ...(flags.includes('--no-color') && { color: false }),
  };
}

/**
 * Makes commander throw instead of exiting; {@link runProgram} reports the error, once. Added commands do not inherit
 * settings, hence the loop.
 */
function prepare(
  program: Command,
  streams: ProgramStreams,
  hasColors: boolean,
  onHelp: (context: { error: boolean }) => void,
): void {
  const columns = Number(streams.environment.COLUMNS) || streams.stdout.columns || 80;
  for (const command of everyCommand(program)) {
    command
      .on('beforeHelp', () => refuseUnknownCommand(command))
      .on('beforeHelp', onHelp)
      .exitOverride()
      .configureHelp({ showGlobalOptions: true, helpWidth: columns })
      .configureOutput({
        writeOut: (text) => streams.stdout.write(text),
        writeErr: (text) => streams.stderr.write(text),
        outputError: () => undefined,
        getOutHelpWidth: () => columns,
        getOutHasColors: () => hasColors,
      });
  }
}

/** Fails for an unknown command even with --help: showing the parent's help would hide the mistake. */
function refuseUnknownCommand(command: Command): void {
  const [first, second] = command.args;
  const name = first === 'help' ? second : first;
  const { commands, registeredArguments } = command;
  if (name === undefined || name.startsWith('-') || commands.length === 0 || registeredArguments.length > 0)
    return;
  command.args = [name];
  // Not in commander's types: gives the same message and suggestions as without --help.
  (command as unknown as { unknownCommand(): never }).unknownCommand();
}

function usageError(error: CommanderError, args: readonly string[]): UsageError {
  if (error.code === 'commander.help')
    return new UsageError('No command was given.', 'To list all commands: signals --help');
  const text = error.message.replace(/^error: /, '');
  const [what = text, ...hints] = text.split('\n');
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}${/[.?)]$/.test(what) ? '' : '.'}`;
  // A single dash before a word probably means to exclude it; commander reports it as an unknown flag.
  const excluded = /unknown option '(-[^-'][^']*)'/.exec(what)?.[1];
  if (excluded !== undefined && args.includes('search'))
    return new UsageError(sentence, `To exclude a word: --exclude ${excluded.slice(1)}, or -- ${excluded}`);
  const unknown = /^unknown command '([^']*)'$/.exec(what)?.[1];
  const meant = unknown === undefined ? undefined : NAMES_OF_PATHS.get(unknown);
  if (meant !== undefined) return new UsageError(sentence, `Did you mean ${meant}?`);
  const hint = hints.join(' ').replace(/[()]/g, '').trim();
  return new UsageError(ofFlag(sentence), hint || 'For usage, see --help.');
}

/** Shortens commander's repetitive message about an invalid value. */
function ofFlag(sentence: string): string {
  const [, flag, value, why] =
    /^Option '(?:-\w, )?(--[a-z-]+)[^']*' argument '(.*)' is invalid\. (.*)$/s.exec(sentence) ?? [];
  if (flag === undefined) return sentence;
  return `${flag}: ${why!.replace(/^Allowed choices are (.*)\.$/, `"${value!}" is not one of $1.`)}`;
}
