import { identity } from '@heliograph/proto';
import { Command, Option } from 'commander';
import { call, withIdentity } from '../system/services';
import type { Terminal } from '../terminal/terminal';
import { describedCommand, type RunAction } from './command';
import { accountDocument, planFromName, plans, type PlanName } from './convert';

export function accountCommand(run: RunAction): Command {
  const { ACTIVE, DISABLED, SUSPENDED } = identity.AccountStatus;
  return new Command('account')
    .description('create accounts, look at them, let them in or keep them out')
    .addCommand(createCommand(run))
    .addCommand(showCommand(run))
    .addCommand(
      statusCommand(run, 'disable', DISABLED, 'refuse every request of an account (403 account_disabled)'),
    )
    .addCommand(statusCommand(run, 'suspend', SUSPENDED, 'suspend an account (403 account_suspended)'))
    .addCommand(statusCommand(run, 'enable', ACTIVE, 'make a disabled or suspended account active again'));
}

function createCommand(run: RunAction): Command {
  return describedCommand('create', 'create an account', 'account create --email ada@example.com --plan paid')
    .requiredOption('--email <email>', 'address of the account')
    .addOption(new Option('--plan <plan>', 'what the account pays for').choices(plans).default('free'))
    .action((options: { json?: boolean; email: string; plan: PlanName }) =>
      run(options, async ({ terminal, location }) => {
        const request = { email: options.email, plan: planFromName(options.plan) };
        const account = await withIdentity(location, (client) => client.createAccount(request, call()));
        const { id, email, plan } = accountDocument(account);
        terminal.result({ id, email, plan }, describe(terminal, account));
      }),
    );
}

function showCommand(run: RunAction): Command {
  return describedCommand('show', 'show an account', 'account show 0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d')
    .argument('<id>', 'id of the account')
    .action((id: string, options: { json?: boolean }) =>
      run(options, async ({ terminal, location }) => {
        const account = await withIdentity(location, (client) => client.getAccount({ id }, call()));
        terminal.result(accountDocument(account), describe(terminal, account));
      }),
    );
}

function statusCommand(
  run: RunAction,
  verb: string,
  status: identity.AccountStatus,
  description: string,
): Command {
  return describedCommand(verb, description, `account ${verb} 0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d`)
    .argument('<id>', 'id of the account')
    .option('--reason <text>', 'why, for the audit log', '')
    .action((id: string, options: { json?: boolean; reason: string }) =>
      run(options, async ({ terminal, location }) => {
        const request = { id, status, reason: options.reason };
        const account = await withIdentity(location, (client) => client.setAccountStatus(request, call()));
        terminal.result(accountDocument(account), describe(terminal, account));
      }),
    );
}

function describe(terminal: Terminal, account: identity.Account): string {
  const { id, email, plan, status, createdAt } = accountDocument(account);
  return terminal.facts([
    ['account', id],
    ['email', email],
    ['plan', plan],
    ['status', status],
    ['created', createdAt],
  ]);
}
