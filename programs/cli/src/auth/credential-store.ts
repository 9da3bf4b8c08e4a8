import type { StoredSession } from './stored-session';

/** Stores one login per API. */
export interface CredentialStore {
  /** Where a login is stored, in words: "the system keyring", "/home/ada/…". */
  load(apiUrl: string): Promise<{ session: StoredSession; place: string } | undefined>;
  /** @returns where it was stored. */
  save(session: StoredSession): Promise<string>;
  remove(apiUrl: string): Promise<void>;
}
