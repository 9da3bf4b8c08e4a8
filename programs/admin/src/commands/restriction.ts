import { Command } from 'commander';
import type { identity } from '@heliograph/proto';
import { UsageError } from '../failure';
import { call, withIdentity } from '../system/services';
import type { Terminal } from '../terminal/terminal';
import { describedCommand, type RunAction } from './command';
import { restrictionDocument } from './convert';

export function restrictionCommand(run: RunAction): Command {
  return new Command('restriction')
    .description('restrict access to operators (403 access_restricted), or lift the restriction')
    .addCommand(showCommand(run))
    .addCommand(onCommand(run))
    .addCommand(offCommand(run));
}

function showCommand(run: RunAction): Command {
  return describedCommand('show', 'show whether access is restricted', 'restriction show').action(
    (options: { json?: boolean }) =>
      run(options, async ({ terminal, location }) => {
        const restriction = await withIdentity(location, (client) => client.getAccessRestriction({}, call()));
        show(terminal, restriction);
      }),
  );
}

function onCommand(run: RunAction): Command {
  return describedCommand(
    'on',
    'restrict access to operators: in the dashboard at once, in the API and the client within five seconds',
    'restriction on --message "Maintenance until 14:00 UTC."',
  )
    .requiredOption('--message <text>', 'message for everyone else')
    .action((options: { json?: boolean; message: string }) =>
      run(options, async ({ terminal, location }) => {
        const { message } = options;
        if (message.trim() === '') throw new UsageError('--message must not be empty');
        const request = { active: true, message, actor: undefined };
        show(
          terminal,
          await withIdentity(location, (client) => client.setAccessRestriction(request, call())),
        );
      }),
    );
}

function offCommand(run: RunAction): Command {
  return describedCommand('off', 'lift the restriction', 'restriction off').action(
    (options: { json?: boolean }) =>
      run(options, async ({ terminal, location }) => {
        const request = { active: false, message: '', actor: undefined };
        show(
          terminal,
          await withIdentity(location, (client) => client.setAccessRestriction(request, call())),
        );
      }),
  );
}

function show(terminal: Terminal, restriction: identity.AccessRestriction): void {
  const document = restrictionDocument(restriction);
  terminal.result(
    document,
    terminal.facts([
      ['access', document.active ? 'operators only' : 'everyone'],
      ['message', document.message],
      ['changed', document.changedAt],
    ]),
  );
}
