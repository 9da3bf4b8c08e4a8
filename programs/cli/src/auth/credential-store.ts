import type { StoredLogin } from './stored-session';

/** Stores one login per API. */
export interface CredentialStore {
  /** Where a login is stored, in words: "the system keyring", "/home/ada/…". */
  load(apiUrl: string): Promise<{ login: StoredLogin; place: string } | undefined>;
  /** @returns where it was stored. */
  save(login: StoredLogin): Promise<string>;
  remove(apiUrl: string): Promise<void>;
}
