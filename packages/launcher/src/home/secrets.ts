import { randomBytes } from 'node:crypto';
import { readJsonFile, writeJsonFile } from './json-file';

export interface Secrets {
  /** Between services, and the source of the database roles' passwords. */
  internalSecret: string;
  /** Signs cursors. */
  cursorSecret: string;
  /** Between the development issuer and whoever signs people in by it. */
  oidcClientSecret: string;
}

/**
 * The installation's secrets, made at the first start that needs them. What the environment gives wins and is not stored.
 */
export function loadSecrets(file: string, given: Partial<Secrets>): Secrets {
  const stored = readJsonFile<Partial<Secrets>>(file);
  const secrets: Secrets = {
    internalSecret: stored?.internalSecret ?? makeSecret(),
    cursorSecret: stored?.cursorSecret ?? makeSecret(),
    oidcClientSecret: stored?.oidcClientSecret ?? makeSecret(),
  };
  // A home of an earlier version lacks what was not needed then.
  if (Object.keys(secrets).some((name) => stored?.[name as keyof Secrets] === undefined)) {
    writeJsonFile(file, secrets);
  }
  return {
    internalSecret: given.internalSecret ?? secrets.internalSecret,
    cursorSecret: given.cursorSecret ?? secrets.cursorSecret,
    oidcClientSecret: given.oidcClientSecret ?? secrets.oidcClientSecret,
  };
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}
