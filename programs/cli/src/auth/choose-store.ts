import type { Settings } from '../config/settings';
import type { Directories } from '../config/directories';
import { CliError } from '../failure';
import type { CredentialStore } from './credential-store';
import { FileStore } from './file-store';
import { KeyringStore, systemKeyring, type Keyring } from './keyring-store';
import type { StoredLogin } from './stored-session';

/**
 * The credential store chosen in the settings. `auto` prefers the keyring and falls back to a file.
 *
 * @param warn warns the user.
 */
export function chooseStore(
  choice: Settings['credentialStore'],
  directories: Directories,
  warn: (text: string) => void,
  keyring: Keyring = systemKeyring,
): CredentialStore {
  const file = new FileStore(directories, warn);
  switch (choice) {
    case 'file':
      return file;
    case 'keyring':
      return new KeyringOnly(new KeyringStore(keyring));
    case 'auto':
      return new KeyringOrFile(new KeyringStore(keyring), file);
  }
}

/** Fails with advice when the keyring is unavailable. */
class KeyringOnly implements CredentialStore {
  constructor(private readonly keyring: CredentialStore) {}

  load(apiUrl: string): Promise<{ login: StoredLogin; place: string } | undefined> {
    return this.keyring.load(apiUrl).catch(refuse);
  }

  save(login: StoredLogin): Promise<string> {
    return this.keyring.save(login).catch(refuse);
  }

  remove(apiUrl: string): Promise<void> {
    return this.keyring.remove(apiUrl).catch(refuse);
  }
}

function refuse(cause: unknown): never {
  throw new CliError(`The system keyring cannot be used: ${(cause as Error).message}`, {
    code: 'no_keyring',
    remedy: 'Unlock it, or store logins in a file: signals config set credential-store file',
    cause,
  });
}

/** The file is used only if the keyring fails, so it is read first, and deleted once the keyring accepts a login. */
class KeyringOrFile implements CredentialStore {
  constructor(
    private readonly keyring: CredentialStore,
    private readonly file: CredentialStore,
  ) {}

  async load(apiUrl: string): Promise<{ login: StoredLogin; place: string } | undefined> {
    // Treat a failing keyring as empty.
    return (await this.file.load(apiUrl)) ?? (await this.keyring.load(apiUrl).catch(() => undefined));
  }

  async save(login: StoredLogin): Promise<string> {
    try {
      const place = await this.keyring.save(login);
      await this.file.remove(login.apiUrl);
      return place;
    } catch {
      return this.file.save(login);
    }
  }

  async remove(apiUrl: string): Promise<void> {
    await this.file.remove(apiUrl);
    await this.keyring.remove(apiUrl).catch(() => undefined);
  }
}
