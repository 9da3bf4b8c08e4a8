import { Command, Option } from 'commander';
import type { SystemLocation } from '../system/locate-system';
import type { Terminal } from '../terminal/terminal';

/** What a command works with. */
interface CommandContext {
  terminal: Terminal;
  location: SystemLocation;
  environment: NodeJS.ProcessEnv;
}

/** Runs a command's action with a context that honors `--json`. */
export type RunAction = (
  options: { json?: boolean },
  action: (context: CommandContext) => Promise<void>,
) => Promise<void>;

/** A command with what all commands share: `--json`, and an example in its help. */
export function describedCommand(name: string, description: string, example: string): Command {
  return new Command(name)
    .description(description)
    .addOption(new Option('--json', 'print one JSON document and nothing else'))
    .addHelpText('after', `\nExample:\n  heliograph-admin ${example}`);
}
