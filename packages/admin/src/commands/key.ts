import { Command } from 'commander';
import { parseFutureInstant } from '../input/parse-moment';
import { parseList } from '../input/parse-list';
import { call, withIdentity } from '../system/services';
import { describedCommand, type RunAction } from './command';
import { keyDocument, timeOf } from './convert';

export function keyCommand(run: RunAction): Command {
  return new Command('key')
    .description('create, list and revoke API keys')
    .addCommand(createCommand(run))
    .addCommand(listCommand(run))
    .addCommand(revokeCommand(run));
}

interface CreateOptions {
  json?: boolean;
  account: string;
  scopes: string;
  name: string;
  expires?: string;
}

function createCommand(run: RunAction): Command {
  return describedCommand(
    'create',
    'create an API key; it is shown this once and stored as a hash',
    'key create --account 0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d --scopes signals:read,companies:read',
  )
    .requiredOption('--account <id>', 'account that the key belongs to')
    .requiredOption('--scopes <list>', 'what it may read: signals:read, companies:read')
    .option('--name <name>', 'for people to tell keys apart', '')
    .option('--expires <instant>', 'ISO 8601; a date means midnight UTC')
    .action((options: CreateOptions) =>
      run(options, async ({ terminal, location }) => {
        const request = {
          accountId: options.account,
          name: options.name,
          scopes: parseList(options.scopes, '--scopes'),
          expiresAtMs: options.expires === undefined ? 0n : parseFutureInstant(options.expires, '--expires'),
        };
        const { key, secret } = await withIdentity(location, (client) => client.createKey(request, call()));
        const { id = '', scopes = [] } = key ?? {};
        const text = terminal.facts([
          ['id', id],
          ['key', secret],
          ['scopes', scopes.join(', ')],
          ['expires', timeOf(request.expiresAtMs)],
        ]);
        terminal.result({ id, key: secret, scopes }, text);
        if (!terminal.json) terminal.note('The key is shown this once: keep it now.');
      }),
    );
}

function listCommand(run: RunAction): Command {
  return describedCommand(
    'list',
    'list the API keys of an account',
    'key list --account 0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d',
  )
    .requiredOption('--account <id>', 'account that the keys belong to')
    .action((options: { json?: boolean; account: string }) =>
      run(options, async ({ terminal, location }) => {
        const request = { accountId: options.account };
        const { keys } = await withIdentity(location, (client) => client.listKeys(request, call()));
        const documents = keys.map(keyDocument);
        const rows = documents.map((key) => [
          key.id,
          key.hint ?? '',
          key.name ?? '',
          key.scopes.join(' '),
          key.createdAt ?? '',
          key.revokedAt === undefined ? (key.expiresAt ?? 'never') : `revoked ${key.revokedAt}`,
        ]);
        terminal.result(
          { account: options.account, keys: documents },
          terminal.table(['ID', 'KEY', 'NAME', 'SCOPES', 'CREATED', 'EXPIRES'], rows),
        );
      }),
    );
}

function revokeCommand(run: RunAction): Command {
  return describedCommand(
    'revoke',
    'revoke an API key; it stops working everywhere within five seconds',
    'key revoke 0199f3c2-8b2f-7d4c-8e66-4a4b9c2d3e5f',
  )
    .argument('<id>', 'id of the key (not the key itself)')
    .action((id: string, options: { json?: boolean }) =>
      run(options, async ({ terminal, location }) => {
        const document = keyDocument(
          await withIdentity(location, (client) => client.revokeKey({ id }, call())),
        );
        const text = terminal.facts([
          ['id', document.id],
          ['revoked', document.revokedAt],
        ]);
        terminal.result(document, text);
      }),
    );
}
