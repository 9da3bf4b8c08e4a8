import { chmodSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileNameOf } from '../config/api-url';
import type { Directories } from '../config/directories';
import { writePrivateFile } from '../config/write-file';
import type { CredentialStore } from './credential-store';
import { loginFromText, loginToText, type StoredLogin } from './stored-session';

/** One file per API, readable only by the user (0600), replaced atomically. */
export class FileStore implements CredentialStore {
  constructor(
    private readonly directories: Directories,
    private readonly warn: (text: string) => void,
  ) {}

  load(apiUrl: string): Promise<{ login: StoredLogin; place: string } | undefined> {
    const path = this.pathOf(apiUrl);
    let text: string;
    try {
      this.closeToOthers(path);
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Promise.resolve(undefined);
      throw error;
    }
    const login = loginFromText(text);
    return Promise.resolve(login?.apiUrl === apiUrl ? { login, place: path } : undefined);
  }

  save(login: StoredLogin): Promise<string> {
    const path = this.pathOf(login.apiUrl);
    writePrivateFile(path, loginToText(login));
    return Promise.resolve(path);
  }

  remove(apiUrl: string): Promise<void> {
    rmSync(this.pathOf(apiUrl), { force: true });
    return Promise.resolve();
  }

  private pathOf(apiUrl: string): string {
    return join(this.directories.config, 'credentials', `${fileNameOf(apiUrl)}.json`);
  }

  /** Restricts a file that a backup or copy made readable to others, and warns: its tokens may have leaked. */
  private closeToOthers(path: string): void {
    if (process.platform === 'win32') return;
    if ((statSync(path).mode & 0o077) === 0) return;
    chmodSync(path, 0o600);
    this.warn(
      `${path} was readable by others; it is private again. If someone may have read it, run: signals logout`,
    );
  }
}
