import type { Command } from 'commander';
import { createProgram } from './program';

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

const commands = everyCommand(createProgram()).filter((command) => !command.name().startsWith('__'));

it.each(commands.map((command) => [command.name(), command] as const))('%s is described', (_, command) => {
  expect(command.description()).not.toBe('');
  for (const option of command.options) expect(option.description).not.toBe('');
});

it('does nothing unless it is run', async () => {
  await createProgram().parseAsync(['search', 'robots', '--days', '7'], { from: 'user' });
});
