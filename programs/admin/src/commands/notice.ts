import { MAXIMUM_MESSAGE_LENGTH } from '@heliograph/contract';
import { Command } from 'commander';
import type { identity } from '@heliograph/proto';
import { UsageError } from '../failure';
import { call, withIdentity } from '../system/services';
import type { Terminal } from '../terminal/terminal';
import { describedCommand, type RunAction } from './command';
import { noticeDocument } from './convert';

export function noticeCommand(run: RunAction): Command {
  return new Command('notice')
    .description('show everyone a notice on the status page, for example about an incident')
    .addCommand(showCommand(run))
    .addCommand(setCommand(run))
    .addCommand(clearCommand(run));
}

function showCommand(run: RunAction): Command {
  return describedCommand('show', 'show the notice', 'notice show').action((options: { json?: boolean }) =>
    run(options, async ({ terminal, location }) =>
      show(terminal, await withIdentity(location, (client) => client.getStatusNotice({}, call()))),
    ),
  );
}

function setCommand(run: RunAction): Command {
  return describedCommand(
    'set',
    'show a text on the status page within seconds; it restricts nothing',
    'notice set --text "Semantic search is slow. Next update at 14:00 UTC."',
  )
    .requiredOption('--text <text>', `at most ${MAXIMUM_MESSAGE_LENGTH} characters`)
    .action((options: { json?: boolean; text: string }) =>
      run(options, async ({ terminal, location }) => {
        const { text } = options;
        if (text.trim() === '') throw new UsageError('--text must not be empty');
        const request = { text, actor: undefined };
        show(terminal, await withIdentity(location, (client) => client.setStatusNotice(request, call())));
      }),
    );
}

function clearCommand(run: RunAction): Command {
  return describedCommand('clear', 'remove the notice', 'notice clear').action(
    (options: { json?: boolean }) =>
      run(options, async ({ terminal, location }) => {
        const request = { text: '', actor: undefined };
        show(terminal, await withIdentity(location, (client) => client.setStatusNotice(request, call())));
      }),
  );
}

function show(terminal: Terminal, notice: identity.StatusNotice): void {
  const document = noticeDocument(notice);
  terminal.result(
    document,
    terminal.facts([
      ['notice', document.text ?? 'none'],
      ['changed', document.changedAt],
    ]),
  );
}
