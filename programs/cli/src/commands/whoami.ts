import type { Command } from 'commander';
import { readKey, readLogin } from '../account/whoami';
import type { Context } from '../context';
import { printDocument } from '../output/document-printer';
import { describedCommand, type RunAction } from './command';

export function whoamiCommand(run: RunAction): Command {
  return describedCommand('whoami', 'show the account, what pays for requests, and what is left', [
    'whoami',
    'whoami --json --fields account.email,allowances.cli.remaining',
  ]).action((_: unknown, command: Command) => run(command, whoami));
}

async function whoami(context: Context): Promise<void> {
  const { connection, terminal, settings } = context;
  await connection.prepare();
  const who = connection.usesApiKey ? await readKey(context) : await readLogin(context);
  const fields = [
    'apiUrl',
    'authentication',
    'account',
    'session',
    'apiKey',
    'allowances',
    'balance',
    'subscription',
    'place',
  ];
  const paths = [
    ['apiUrl'],
    ['authentication'],
    ['account', 'id'],
    ['account', 'email'],
    ['account', 'name'],
    ['account', 'plan'],
    ['apiKey'],
    ['allowances', 'cli', 'remaining'],
    ['allowances', 'api', 'remaining'],
    ['balance', 'amount'],
    ['subscription', 'cli', 'remaining'],
  ];
  await printDocument(terminal, { document: who.document, facts: who.facts, fields, paths }, settings.fields);
}
