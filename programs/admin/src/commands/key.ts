import { ACCOUNT_LIMITS, SCOPES, quantity } from '@heliograph/contract';
import { Command } from 'commander';
import { parseFutureInstant } from '../input/parse-instant';
import { parseList } from '../input/parse-list';
import { parseRecords } from '../input/parse-records';
import { parseWhole } from '../input/parse-whole';
import { UsageError } from '../failure';
import { call, withIdentity } from '../system/services';
import { describedCommand, type RunAction } from './command';
import { keyDocument } from './convert';

const MAXIMUM_OVERLAP_HOURS = 720;
/** Operators' key commands work on any account's keys, and the audit log names no account as their actor. */
const ofAnyAccount = { accountId: '', actor: undefined };

export function keyCommand(run: RunAction): Command {
  return new Command('key')
    .description('create, list, change, roll, and revoke API keys')
    .addCommand(createCommand(run))
    .addCommand(listCommand(run))
    .addCommand(updateCommand(run))
    .addCommand(rollCommand(run))
    .addCommand(revokeCommand(run));
}

interface CreateOptions {
  json?: boolean;
  account: string;
  scopes: string;
  name: string;
  expires?: string;
  monthlyCap?: string;
  test?: boolean;
}

function createCommand(run: RunAction): Command {
  return describedCommand(
    'create',
    'create an API key; it is shown once and stored as a hash',
    'key create --account 0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d --scopes signals:read,companies:read',
  )
    .requiredOption('--account <id>', 'account that the key belongs to')
    .requiredOption('--scopes <list>', `scopes: ${SCOPES.join(', ')}`)
    .option('--name <name>', 'name of the key, for people', '')
    .option('--expires <instant>', 'ISO 8601; a date means midnight UTC')
    .option('--monthly-cap <records>', 'records it may use per UTC month (default: no cap)')
    .option('--test', 'create a test key: reads the fixed test corpus, and costs nothing')
    .action((options: CreateOptions) =>
      run(options, async ({ terminal, location }) => {
        const { monthlyCap, expires } = options;
        const request = {
          accountId: options.account,
          name: options.name,
          scopes: parseList(options.scopes, '--scopes'),
          expiresAt: expires === undefined ? undefined : parseFutureInstant(expires, '--expires'),
          monthlyCapRecords: monthlyCap === undefined ? undefined : parseCap(monthlyCap),
          ...(options.test && { isTest: true }),
          actor: undefined,
        };
        const { key, secret } = await withIdentity(location, (client) => client.createKey(request, call()));
        const document = keyDocument(key!);
        const { id, scopes, test, monthlyCap: cap } = document;
        const text = terminal.facts([
          ['id', id],
          ['kind', test ? 'test key' : undefined],
          ['key', secret],
          ['scopes', scopes.join(', ')],
          ['expires', document.expiresAt],
          ['monthly cap', cap],
        ]);
        terminal.result({ id, key: secret, scopes, monthlyCap: cap, test }, text);
        if (!terminal.json) terminal.note('The key is shown only once: store it now.');
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
        const request = { accountId: options.account, ids: [] };
        const { keys } = await withIdentity(location, (client) => client.listKeys(request, call()));
        const documents = keys.map(keyDocument);
        const rows = documents.map((key) => [
          key.id,
          key.hint ?? '',
          key.name ?? '',
          key.scopes.join(' '),
          key.createdAt ?? '',
          key.revokedAt === undefined ? (key.expiresAt ?? 'never') : `revoked ${key.revokedAt}`,
          key.monthlyCap === undefined ? 'none' : String(key.monthlyCap),
          key.lastUsedAt ?? 'never',
        ]);
        terminal.result(
          { account: options.account, keys: documents },
          terminal.table(
            ['ID', 'KEY', 'NAME', 'SCOPES', 'CREATED', 'EXPIRES', 'MONTHLY CAP', 'LAST USED'],
            rows,
          ),
        );
      }),
    );
}

function updateCommand(run: RunAction): Command {
  return describedCommand(
    'update',
    'change the name or the monthly cap of an API key; a cap applies everywhere within five seconds',
    'key update 0199f3c2-8b2f-7d4c-8e66-4a4b9c2d3e5f --monthly-cap 20000',
  )
    .argument('<id>', 'id of the key (not the key itself)')
    .option('--name <name>', 'name of the key, for people')
    .option('--monthly-cap <records>', 'records it may use in a UTC month, or "none"')
    .action((id: string, options: { json?: boolean; name?: string; monthlyCap?: string }) =>
      run(options, async ({ terminal, location }) => {
        const { name, monthlyCap } = options;
        if (name === undefined && monthlyCap === undefined) {
          throw new UsageError('nothing to change: give --name, --monthly-cap, or both');
        }
        const request = { id, name, monthlyCapRecords: capOf(monthlyCap), ...ofAnyAccount };
        const document = keyDocument(
          await withIdentity(location, (client) => client.updateKey(request, call())),
        );
        const text = terminal.facts([
          ['id', document.id],
          ['name', document.name],
          ['monthly cap', document.monthlyCap ?? 'none'],
        ]);
        terminal.result(document, text);
      }),
    );
}

const parseCap = (text: string) => parseRecords(text, '--monthly-cap', BigInt(ACCOUNT_LIMITS.monthlyCap));

/** In UpdateKey's encoding: 0 removes the cap, undefined leaves it unchanged. */
function capOf(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  return text === 'none' ? 0n : parseCap(text);
}

function rollCommand(run: RunAction): Command {
  return describedCommand(
    'roll',
    'replace an API key with a similar one; the old one stays valid for a while, the new one is shown ' +
      'once',
    'key roll 0199f3c2-8b2f-7d4c-8e66-4a4b9c2d3e5f --overlap-hours 24',
  )
    .argument('<id>', 'id of the key (not the key itself)')
    .requiredOption('--overlap-hours <hours>', 'how long the old key stays valid, at most 720; 0 revokes it')
    .action((id: string, options: { json?: boolean; overlapHours: string }) =>
      run(options, async ({ terminal, location }) => {
        const hours = parseWhole(options.overlapHours, '--overlap-hours', 0, MAXIMUM_OVERLAP_HOURS);
        const request = { id, overlapSeconds: hours * 3_600, ...ofAnyAccount };
        const { key, secret } = await withIdentity(location, (client) => client.rollKey(request, call()));
        const document = keyDocument(key!);
        const text = terminal.facts([
          ['id', document.id],
          ['key', secret],
          ['scopes', document.scopes.join(', ')],
          ['expires', document.expiresAt],
          ['monthly cap', document.monthlyCap],
          ['old key', hours === 0 ? 'revoked' : `valid for up to ${quantity(hours, 'more hour')}`],
        ]);
        terminal.result({ ...document, key: secret, replaces: id }, text);
        if (!terminal.json) terminal.note('The key is shown only once: store it now.');
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
          await withIdentity(location, (client) => client.revokeKey({ id, ...ofAnyAccount }, call())),
        );
        const text = terminal.facts([
          ['id', document.id],
          ['revoked', document.revokedAt],
        ]);
        terminal.result(document, text);
      }),
    );
}
