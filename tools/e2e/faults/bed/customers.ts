import type { System } from '../../support/system';
import type { Credential } from '../load/good-client';

export interface Customers {
  /** Pays most of the requests, from a balance that lasts; two keys. */
  hot: Credential[];
  /** A key of the hot account that may take only so many records in a month. */
  capped: Credential & { monthlyCap: number };
  /** Accounts that have little, so that they are refused. */
  poor: Credential[];
  /** Has enough, and uses up its requests of the minute now and then. */
  busy: Credential;
}

const SCOPES = 'signals:read,companies:read';
const HOT_DOLLARS = '100000';
const BUSY_DOLLARS = '1000';

/** Makes the accounts and keys of a run. */
export async function makeCustomers(system: System, monthlyCap: number): Promise<Customers> {
  const [hot, busy, ...poor] = await Promise.all([
    makeAccount(system, HOT_DOLLARS),
    makeAccount(system, BUSY_DOLLARS),
    makeAccount(system),
    makeAccount(system),
  ]);
  const first = await makeKey(system, hot!);
  const second = await makeKey(system, hot!);
  const capped = await makeKey(system, hot!, '--monthly-cap', String(monthlyCap));
  return {
    hot: [first, second],
    capped: { ...capped, monthlyCap },
    busy: await makeKey(system, busy!),
    poor: await Promise.all(poor.map((accountId) => makeKey(system, accountId))),
  };
}

async function makeAccount(system: System, dollars?: string): Promise<string> {
  const email = `${crypto.randomUUID()}@customers.example`;
  const { id } = await system.adminJson<{ id: string }>('account', 'create', '--email', email);
  if (dollars) await system.adminJson('credit', 'add', '--account', id, '--usd', dollars);
  return id;
}

async function makeKey(system: System, accountId: string, ...options: string[]): Promise<Credential> {
  const made = await system.adminJson<{ id: string; key: string }>(
    'key',
    'create',
    '--account',
    accountId,
    '--scopes',
    SCOPES,
    ...options,
  );
  return { accountId, credentialId: made.id, apiKey: made.key };
}
