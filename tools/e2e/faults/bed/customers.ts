import type { System } from '../../support/system';
import type { Credential } from '../load/good-client';

export interface Customers {
  /** Accounts that pay for most requests, from ample balances; two keys each, the first account's first. */
  hot: Credential[];
  /** A key of the first hot account with a low monthly cap on records. */
  capped: Credential & { monthlyCap: number };
  /** Accounts with so little that they are mostly refused. */
  poor: Credential[];
  /** An account with enough funds that sometimes exceeds its requests per minute. */
  busy: Credential;
}

const SCOPES = 'signals:read,companies:read';
/** A charge waits for earlier ones of its account; when one account stalls, the others continue. */
const HOT_ACCOUNTS = 12;
const HOT_DOLLARS = '100000';
const BUSY_DOLLARS = '1000';

/** Creates a run's accounts and keys. */
export async function makeCustomers(system: System, monthlyCap: number): Promise<Customers> {
  const [busy, ...poor] = await Promise.all([
    makeAccount(system, BUSY_DOLLARS),
    makeAccount(system),
    makeAccount(system),
  ]);
  const hot: Credential[] = [];
  for (let number = 0; number < HOT_ACCOUNTS; number += 1) {
    const accountId = await makeAccount(system, HOT_DOLLARS);
    hot.push(await makeKey(system, accountId), await makeKey(system, accountId));
  }
  const capped = await makeKey(system, hot[0]!.accountId, SCOPES, '--monthly-cap', String(monthlyCap));
  return {
    hot,
    capped: { ...capped, monthlyCap },
    busy: await makeKey(system, busy!),
    poor: await Promise.all(poor.map((accountId) => makeKey(system, accountId))),
  };
}

/** One key per account. */
export function accountsOf({ hot, busy, poor }: Customers): Credential[] {
  return [
    ...new Map([...hot, busy, ...poor].map((credential) => [credential.accountId, credential])).values(),
  ];
}

/** @param dollars of its balance. */
export async function makeAccount(system: System, dollars?: string): Promise<string> {
  const email = `${crypto.randomUUID()}@customers.example`;
  const { id } = await system.adminJson<{ id: string }>('account', 'create', '--email', email);
  if (dollars) await system.adminJson('credit', 'add', '--account', id, '--usd', dollars);
  return id;
}

export async function makeKey(
  system: System,
  accountId: string,
  scopes = SCOPES,
  ...options: string[]
): Promise<Credential> {
  const made = await system.adminJson<{ id: string; key: string }>(
    'key',
    'create',
    '--account',
    accountId,
    '--scopes',
    scopes,
    ...options,
  );
  return { accountId, credentialId: made.id, apiKey: made.key };
}
