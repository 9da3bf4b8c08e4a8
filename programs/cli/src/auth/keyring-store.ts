import type { CredentialStore } from './credential-store';
import { loginFromText, loginToText, type StoredLogin } from './stored-session';

/** One secret in the system keyring. */
interface KeyringEntry {
  getPassword(): Promise<string | null | undefined>;
  setPassword(password: string): Promise<void>;
  deletePassword(): Promise<unknown>;
}

/** Opens the entry for a service and user. Rejects when there is no keyring. */
export type Keyring = (service: string, user: string) => Promise<KeyringEntry>;

const SERVICE = 'signals-cli';
export const KEYRING_PLACE = 'the system keyring';

/** Keychain, Credential Manager, or Secret Service. Every call throws if there is none, or it stays locked. */
export class KeyringStore implements CredentialStore {
  constructor(private readonly keyring: Keyring) {}

  async load(apiUrl: string): Promise<{ login: StoredLogin; place: string } | undefined> {
    const text = await (await this.keyring(SERVICE, apiUrl)).getPassword();
    const login = text ? loginFromText(text) : undefined;
    return login?.apiUrl === apiUrl ? { login, place: KEYRING_PLACE } : undefined;
  }

  async save(login: StoredLogin): Promise<string> {
    await (await this.keyring(SERVICE, login.apiUrl)).setPassword(loginToText(login));
    return KEYRING_PLACE;
  }

  async remove(apiUrl: string): Promise<void> {
    await (await this.keyring(SERVICE, apiUrl)).deletePassword();
  }
}

/**
 * The system keyring. Its native library is optional: loaded on demand, and missing on platforms without a build. On
 * Linux only the Secret Service counts: the kernel keyring expires within days.
 */
export const systemKeyring: Keyring = async (service, user) => {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  return new AsyncEntry(service, user, { linux: { store: 'secret-service' } });
};
