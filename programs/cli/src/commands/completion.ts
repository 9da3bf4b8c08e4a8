import { Argument, Command } from 'commander';
import { readCachedOptions } from '../completion/filter-options-cache';
import { complete, suggestionRequest, wantsCredentials } from '../completion/complete';
import { loggedCredentials } from '../completion/logged-credentials';
import { COMPLETE_COMMAND, COMPLETION_SCRIPTS, SHELLS, type Shell } from '../completion/scripts';
import { shellWords } from '../completion/shell-words';
import { suggestValues } from '../completion/suggestions';
import { printable, safeJson } from '../output/printable';
import type { Terminal } from '../output/terminal';
import { describedCommand, type RunAction } from './command';

const DETAILS = `
Completes commands, flags, their choices, and the identifiers of categories, hiring labels, funding stages, industries, and countries
as last fetched by "signals login" or "signals options". Slugs of companies and cities, and keys in the log, are looked up as you type, for free.`;

export function completionCommand(run: RunAction): Command {
  return describedCommand('completion', 'print a shell completion script', [
    'completion bash > ~/.local/share/bash-completion/completions/signals',
    'completion zsh > ~/.zfunc/_heliograph_signals  # a directory of $fpath',
    'completion fish > ~/.config/fish/completions/signals.fish',
    'completion bash | source /dev/stdin            # this shell only',
  ])
    .addHelpText('after', DETAILS)
    .addArgument(new Argument('<shell>', 'bash, zsh, or fish').choices(SHELLS))
    .action((shell: Shell, _: unknown, command: Command) =>
      run(command, ({ terminal }) => print(terminal, shell), { ignoresPreferences: true }),
    );
}

function print(terminal: Terminal, shell: Shell): Promise<void> {
  const script = COMPLETION_SCRIPTS[shell];
  const isJson = terminal.format === 'json' || terminal.format === 'jsonl';
  return isJson ? terminal.writeLine(safeJson({ shell, script })) : terminal.write(script);
}

/**
 * Called by the scripts with the command line's words after `--`; completes the last one. With `--before`, for bash,
 * only the text to complete comes after `--`, and `--before` is what stands before it, as typed.
 */
export function completeCommand(run: RunAction): Command {
  return new Command(COMPLETE_COMMAND)
    .argument('[words...]')
    .option('--before <line>')
    .action((given: string[], { before }: { before?: string }, command: Command) =>
      run(command, async (context) => {
        const words = before === undefined ? given : shellWords(before + given.join('')).slice(1);
        const present = before === undefined ? 0 : shellWords(before).at(-1)!.length;
        const program = command.parent ?? command;
        const suggested = wantsCredentials(program, words)
          ? await loggedCredentials(context)
          : await suggestValues(context, suggestionRequest(program, words));
        const lines = complete(program, words, readCachedOptions(context), suggested).map(
          ({ value, description }) => `${printable(value.slice(present))}\t${printable(description)}\n`,
        );
        await context.terminal.write(lines.join(''));
      }),
    );
}
