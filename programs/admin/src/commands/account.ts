import { quantity } from '@heliograph/contract';
import { planFromName, roleFromName, usageView, type PlanName, type RoleName } from '@heliograph/views';
import { identity } from '@heliograph/proto';
import { Argument, Command, Option } from 'commander';
import { parseLimit } from '../input/parse-whole';
import { call, withIdentity, withLedger, type IdentityClient } from '../system/services';
import type { Terminal } from '../terminal/terminal';
import { describedCommand, type RunAction } from './command';
import { accountDocument, keyDocument, PLANS, ROLES } from './convert';

const EXAMPLE_ID = '0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d';
const PAGE_SIZE = 200;

export function accountCommand(run: RunAction): Command {
  const { ACTIVE, DISABLED, SUSPENDED } = identity.AccountStatus;
  return new Command('account')
    .description('manage accounts')
    .addCommand(createCommand(run))
    .addCommand(listCommand(run))
    .addCommand(showCommand(run))
    .addCommand(setPlanCommand(run))
    .addCommand(setRoleCommand(run))
    .addCommand(
      statusCommand(run, 'disable', DISABLED, 'refuse every request of an account (403 account_disabled)'),
    )
    .addCommand(statusCommand(run, 'suspend', SUSPENDED, 'suspend an account (403 account_suspended)'))
    .addCommand(statusCommand(run, 'enable', ACTIVE, 'make a disabled or suspended account active again'));
}

function createCommand(run: RunAction): Command {
  return describedCommand('create', 'create an account', 'account create --email ada@example.com --plan paid')
    .requiredOption('--email <email>', 'email address of the account')
    .addOption(new Option('--plan <plan>', 'what the account pays for').choices(PLANS).default('free'))
    .action((options: { json?: boolean; email: string; plan: PlanName }) =>
      run(options, async ({ terminal, location }) => {
        const request = { email: options.email, plan: planFromName(options.plan) };
        const account = await withIdentity(location, (client) => client.createAccount(request, call()));
        const { id, email, plan } = accountDocument(account);
        terminal.result({ id, email, plan }, describe(terminal, account));
      }),
    );
}

function listCommand(run: RunAction): Command {
  return describedCommand('list', 'list accounts, newest first', 'account list --query example.com')
    .option('--query <text>', 'part of an email address or a name, or an id', '')
    .option('--limit <number>', 'at most this many', '50')
    .action((options: { json?: boolean; query: string; limit: string }) =>
      run(options, async ({ terminal, location }) => {
        const limit = parseLimit(options.limit);
        const { accounts, hasMore } = await withIdentity(location, (client) =>
          readAccounts(client, options.query, limit),
        );
        const documents = accounts.map(accountDocument);
        const rows = documents.map((account) => [
          account.id,
          account.email,
          account.name ?? '',
          account.plan,
          account.role,
          account.status,
          account.createdAt ?? '',
          account.lastSignInAt ?? 'never',
        ]);
        terminal.result(
          { accounts: documents },
          rows.length === 0
            ? 'No accounts.'
            : terminal.table(
                ['ID', 'EMAIL', 'NAME', 'PLAN', 'ROLE', 'STATUS', 'CREATED', 'LAST SIGN-IN'],
                rows,
              ),
        );
        if (!terminal.json && hasMore) terminal.note('There are more: raise --limit.');
      }),
    );
}

async function readAccounts(
  client: IdentityClient,
  query: string,
  limit: number,
): Promise<{ accounts: identity.Account[]; hasMore: boolean }> {
  const accounts: identity.Account[] = [];
  let pageToken = '';
  do {
    const request = { query, pageToken, limit: Math.min(PAGE_SIZE, limit - accounts.length) };
    const page = await client.listAccounts(request, call());
    accounts.push(...page.accounts);
    pageToken = page.nextPageToken;
  } while (pageToken !== '' && accounts.length < limit);
  return { accounts, hasMore: pageToken !== '' };
}

function setPlanCommand(run: RunAction): Command {
  return describedCommand(
    'set-plan',
    'change the plan of an account; paid accounts have unlimited dashboard searches',
    `account set-plan ${EXAMPLE_ID} paid --reason "contract 17"`,
  )
    .argument('<id>', 'id of the account')
    .addArgument(new Argument('<plan>', 'its plan').choices(PLANS))
    .option('--reason <text>', 'reason, for the audit log', '')
    .action((id: string, plan: PlanName, options: { json?: boolean; reason: string }) =>
      update(run, options, { id, plan: planFromName(plan) }),
    );
}

function setRoleCommand(run: RunAction): Command {
  return describedCommand(
    'set-role',
    'make an account an operator, who can see and change all accounts in the dashboard, or a user again',
    `account set-role ${EXAMPLE_ID} operator --reason "on call"`,
  )
    .argument('<id>', 'id of the account')
    .addArgument(new Argument('<role>', 'its role').choices(ROLES))
    .option('--reason <text>', 'reason, for the audit log', '')
    .action((id: string, role: RoleName, options: { json?: boolean; reason: string }) =>
      update(run, options, { id, role: roleFromName(role) }),
    );
}

function update(
  run: RunAction,
  options: { json?: boolean; reason: string },
  changes: { id: string; plan?: identity.Plan; role?: identity.Role },
): Promise<void> {
  return run(options, async ({ terminal, location }) => {
    const request = {
      name: undefined,
      plan: identity.Plan.UNSPECIFIED,
      role: identity.Role.UNSPECIFIED,
      reason: options.reason,
      actor: undefined,
      ...changes,
    };
    const account = await withIdentity(location, (client) => client.updateAccount(request, call()));
    terminal.result(accountDocument(account), describe(terminal, account));
  });
}

function showCommand(run: RunAction): Command {
  return describedCommand('show', 'show an account, its balance, and its keys', `account show ${EXAMPLE_ID}`)
    .argument('<id>', 'id of the account')
    .action((id: string, options: { json?: boolean }) =>
      run(options, async ({ terminal, location }) => {
        const [account, keys] = await withIdentity(location, async (client) => {
          const found = await client.getAccount({ id }, call());
          return [
            found,
            (await client.listKeys({ accountId: id, ids: [] }, call())).keys.map(keyDocument),
          ] as const;
        });
        const { balance } = await withLedger(location, async (client) =>
          usageView(await client.getUsage({ accountId: id, month: '' }, call())),
        );
        const now = new Date().toISOString();
        const facts: Fact[] = [
          ['balance', `$${balance.amount}, pays for ${quantity(balance.records, 'record')}`],
          ['keys', keys.length === 0 ? 'none' : keys.length],
          ...keys.map((key) => [`  ${key.id}`, describeKey(key, now)] as const),
        ];
        terminal.result({ ...accountDocument(account), balance, keys }, describe(terminal, account, facts));
      }),
    );
}

function describeKey(
  { hint, name, revokedAt, expiresAt }: ReturnType<typeof keyDocument>,
  now: string,
): string {
  let state = expiresAt === undefined ? 'never expires' : `expires ${expiresAt}`;
  if (expiresAt !== undefined && expiresAt <= now) state = `expired ${expiresAt}`;
  if (revokedAt !== undefined) state = `revoked ${revokedAt}`;
  return [hint, name, state].filter(Boolean).join(', ');
}

function statusCommand(
  run: RunAction,
  verb: string,
  status: identity.AccountStatus,
  description: string,
): Command {
  return describedCommand(verb, description, `account ${verb} ${EXAMPLE_ID}`)
    .argument('<id>', 'id of the account')
    .option('--reason <text>', 'reason, for the audit log', '')
    .action((id: string, options: { json?: boolean; reason: string }) =>
      run(options, async ({ terminal, location }) => {
        const request = { id, status, reason: options.reason, actor: undefined };
        const account = await withIdentity(location, (client) => client.setAccountStatus(request, call()));
        terminal.result(accountDocument(account), describe(terminal, account));
      }),
    );
}

type Fact = readonly [name: string, value: string | number];

function describe(terminal: Terminal, account: identity.Account, more: readonly Fact[] = []): string {
  const { id, email, name, plan, role, status, createdAt, lastSignInAt } = accountDocument(account);
  return terminal.facts([
    ['account', id],
    ['email', email],
    ['name', name],
    ['plan', plan],
    ['role', role],
    ['status', status],
    ['created', createdAt],
    ['last sign-in', lastSignInAt],
    ...more,
  ]);
}
