import { randomBytes } from 'node:crypto';
import { databaseRoleNames, type DatabaseRole } from '@heliograph/postgres';
import { CALLERS, generateCallerKey, publicHalf } from '@heliograph/runtime';
import { StartFailure } from '../start-failure';
import { readJsonFile, writeJsonFile } from './json-file';

/** The programs on one machine that call services: the launcher, in addition to those of every installation. */
const LOCAL_CALLERS = [...CALLERS, 'launcher'] as const;

type LocalCaller = (typeof LOCAL_CALLERS)[number];

/** Each is known to the programs that need it, and none can be derived from another. */
export interface Secrets {
  /** Private keys with which programs prove their names to each other. */
  callerKeys: Readonly<Record<LocalCaller, string>>;
  rolePasswords: Readonly<Record<DatabaseRole, string>>;
  cursorSecret: string;
  /** Separated by commas; the first signs statements of receipts. */
  statementKeys: string;
  /** Hides texts in the names of cached vectors. */
  embeddingCacheSecret: string;
  /** Encrypts the secrets of webhooks. */
  webhookEncryptionSecret: string;
  /** Shared by the development issuer and its client, identity. */
  oidcClientSecret: string;
}

const WITHOUT_FILE =
  'restore it from a backup; if there is none, remove it and see docs/operations/secrets.md#webhook_encryption_secret';

/** Secrets given by the environment. */
interface GivenSecrets {
  cursorSecret?: string | undefined;
  rolePasswords?: Partial<Record<DatabaseRole, string>>;
}

/**
 * The installation's secrets, generated on the first start that needs them. Those from the environment take precedence
 * and are not stored. Secrets of an earlier version that nothing reads anymore are dropped.
 *
 * @throws StartFailure naming a damaged file, or a caller key that is none.
 */
export function loadSecrets(file: string, given: GivenSecrets): Secrets {
  const stored = readJsonFile<Partial<Secrets>>(file, WITHOUT_FILE);
  const secrets: Secrets = {
    callerKeys: completed(LOCAL_CALLERS, stored?.callerKeys, generateCallerKey),
    rolePasswords: completed(databaseRoleNames, stored?.rolePasswords, makeSecret),
    cursorSecret: stored?.cursorSecret ?? makeSecret(),
    statementKeys: stored?.statementKeys ?? generateCallerKey(),
    embeddingCacheSecret: stored?.embeddingCacheSecret ?? makeSecret(),
    webhookEncryptionSecret: stored?.webhookEncryptionSecret ?? makeSecret(),
    oidcClientSecret: stored?.oidcClientSecret ?? makeSecret(),
  };
  for (const [caller, key] of Object.entries(secrets.callerKeys)) checkCallerKey(key, caller, file);
  if (JSON.stringify(stored) !== JSON.stringify(secrets)) writeJsonFile(file, secrets);
  return {
    ...secrets,
    rolePasswords: { ...secrets.rolePasswords, ...given.rolePasswords },
    cursorSecret: given.cursorSecret ?? secrets.cursorSecret,
  };
}

function completed<Name extends string>(
  names: readonly Name[],
  stored: Readonly<Partial<Record<Name, string>>> | undefined,
  make: () => string,
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, stored?.[name] ?? make()])) as Record<Name, string>;
}

function checkCallerKey(key: string, caller: string, file: string): void {
  try {
    publicHalf(key);
  } catch (error) {
    throw new StartFailure(
      `callerKeys.${caller} in ${file} is not a key: delete its line, and the next start generates one`,
      true,
      { cause: error },
    );
  }
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}
