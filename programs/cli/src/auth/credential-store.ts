import type { StoredSession } from './stored-session';

/** Keeps one login for each API. */
export interface CredentialStore {
  /** Where a login is, in words: "the system keyring", "/home/ada/…". */
  load(apiUrl: string): Promise<{ session: StoredSession; place: string } | undefined>;
  /** @returns where it was put. */
  save(session: StoredSession): Promise<string>;
  remove(apiUrl: string): Promise<void>;
}
