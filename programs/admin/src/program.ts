import { Command, CommanderError } from 'commander';
import { accountCommand } from './commands/account';
import { callerKeysCommand } from './commands/caller-keys';
import type { RunAction } from './commands/command';
import { creditCommand } from './commands/credit';
import { deadLettersCommand } from './commands/dead-letters';
import { embedCommand } from './commands/embed';
import { entryCommand } from './commands/entry';
import { filterOptionsCommand } from './commands/filter-options';
import { importCommand } from './commands/import';
import { keyCommand } from './commands/key';
import { kubernetesSecretCommand } from './commands/kubernetes-secret';
import { migrateCommand } from './commands/migrate';
import { reconcileCommand } from './commands/reconcile';
import { noticeCommand } from './commands/notice';
import { restrictionCommand } from './commands/restriction';
import { smokeTestCommand } from './commands/smoke-test';
import { statusCommand } from './commands/status';
import { prepaidUseCommand } from './commands/prepaid-use';
import { subscriptionCommand } from './commands/subscription';
import { usageCommand } from './commands/usage';
import { vectorIndexCommand } from './commands/vector-index';
import { withdrawCommand } from './commands/withdraw';
import { describeFailure, EXIT_CODES } from './failure';
import { locateSystem } from './system/locate-system';
import { Output } from './terminal/output';
import { Terminal, type TerminalStreams } from './terminal/terminal';

const DESCRIPTION = `Operates a Heliograph system: the corpus, accounts, keys, and money.

Works on the system running at HELIOGRAPH_HOME (default: .heliograph in the repository). In a cluster, DATABASE_URL_CATALOG
(for migrate, DATABASE_URL too), CALLER_KEY, IDENTITY_ADDRESS, LEDGER_ADDRESS, METERING_ADDRESS, and INDEXER_ADDRESS name its parts.`;

const EXIT_STATUS = `
Exit status: 0 done, 1 failure, 2 invalid usage (import: or rejected lines), 3 stored, but some search did not have it in time, 130 interrupted.`;

/**
 * Runs one command line.
 *
 * @param args the arguments after the program name
 * @returns the exit status
 */
export async function runProgram(args: readonly string[], streams: TerminalStreams): Promise<number> {
  const output = new Output(streams.stdout);
  const fail = (line: string) => streams.stderr.write(`heliograph-admin: ${line}\n`);
  const status = await runCommand(args, streams, output, fail);
  const unprinted = await output.failure();
  if (unprinted === undefined) return status;
  const done = status === EXIT_CODES.success ? '; what was asked for has been done' : '';
  fail(`the result could not be printed (${unprinted.code ?? unprinted.message})${done}`);
  return status === EXIT_CODES.success ? EXIT_CODES.failure : status;
}

async function runCommand(
  args: readonly string[],
  streams: TerminalStreams,
  output: Output,
  fail: (line: string) => void,
): Promise<number> {
  const run: RunAction = async (options, action) => {
    const terminal = new Terminal(streams, output, options.json === true);
    const { environment } = streams;
    await action({ terminal, environment, location: await locateSystem(environment) });
  };
  try {
    await createProgram(run, streams, output).parseAsync([...args], { from: 'user' });
    return EXIT_CODES.success;
  } catch (error) {
    if (error instanceof CommanderError) return usageStatus(error, fail);
    const { line, exitCode } = describeFailure(error, streams.environment);
    fail(line);
    return exitCode;
  }
}

function createProgram(run: RunAction, streams: TerminalStreams, output: Output): Command {
  const program = new Command('heliograph-admin')
    .description(DESCRIPTION)
    .addHelpText('after', EXIT_STATUS)
    .addCommand(importCommand(run))
    .addCommand(withdrawCommand(run))
    .addCommand(embedCommand(run))
    .addCommand(vectorIndexCommand(run))
    .addCommand(filterOptionsCommand(run))
    .addCommand(accountCommand(run))
    .addCommand(keyCommand(run))
    .addCommand(restrictionCommand(run))
    .addCommand(noticeCommand(run))
    .addCommand(creditCommand(run))
    .addCommand(entryCommand(run))
    .addCommand(subscriptionCommand(run))
    .addCommand(prepaidUseCommand(run))
    .addCommand(usageCommand(run))
    .addCommand(reconcileCommand(run))
    .addCommand(deadLettersCommand(run))
    .addCommand(migrateCommand(run))
    .addCommand(statusCommand(run))
    .addCommand(smokeTestCommand(run))
    .addCommand(kubernetesSecretCommand(run))
    .addCommand(callerKeysCommand(run));
  prepare(program, streams, output);
  return program;
}

/**
 * Makes commander throw instead of exiting; {@link runProgram} prints the error, once. Added commands do not inherit
 * settings, hence the recursion.
 */
function prepare(command: Command, streams: TerminalStreams, output: Output): void {
  // --help suffices; a help command would be listed, and exit as invalid usage.
  command.helpCommand(false);
  command.exitOverride().configureOutput({
    writeOut: (text) => output.write(text),
    writeErr: (text) => streams.stderr.write(text),
    outputError: () => undefined,
  });
  refuseRepeatedOptions(command);
  for (const child of command.commands) prepare(child, streams, output);
}

/** Commander would use only the last value: `--ids 1 --ids 2` would leave signal 1 published without a word. */
function refuseRepeatedOptions(command: Command): void {
  for (const option of command.options) {
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) command.error(`error: option '${option.flags}' is given more than once`);
      isGiven = true;
    });
  }
}

function usageStatus(error: CommanderError, fail: (line: string) => void): number {
  if (error.code === 'commander.helpDisplayed') return EXIT_CODES.success;
  // If a subcommand is missing, commander has already printed the help.
  if (error.code !== 'commander.help')
    fail(`${error.message.replace(/^error: /, '')} (for usage, see --help)`);
  return EXIT_CODES.usage;
}
