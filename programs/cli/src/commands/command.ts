import { Command } from 'commander';
import type { Context, ContextOptions } from '../context';

/** Runs a command's action with a context built from its flags and the global ones. */
export type RunAction = (
  command: Command,
  action: (context: Context) => Promise<void>,
  options?: ContextOptions,
) => Promise<void>;

/**
 * A command with examples in its help. Each is a command line without the program name, optionally with a comment after
 * `#`.
 */
export function describedCommand(name: string, description: string, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  signals ${example}`).join('\n');
  return new Command(name).description(description).addHelpText('after', `\nExamples:\n${lines}`);
}
