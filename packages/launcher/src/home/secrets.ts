import { randomBytes } from 'node:crypto';
import { readJsonFile, writeJsonFile } from './json-file';

export interface Secrets {
  /** Between services, and the source of the database roles' passwords. */
  internalSecret: string;
  /** Signs cursors. */
  cursorSecret: string;
}

/** The installation's secrets, made at the first start. What the environment gives wins and is not stored. */
export function loadSecrets(file: string, given: Partial<Secrets>): Secrets {
  let stored = readJsonFile<Secrets>(file);
  if (!stored) {
    stored = { internalSecret: makeSecret(), cursorSecret: makeSecret() };
    writeJsonFile(file, stored);
  }
  return {
    internalSecret: given.internalSecret ?? stored.internalSecret,
    cursorSecret: given.cursorSecret ?? stored.cursorSecret,
  };
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}
