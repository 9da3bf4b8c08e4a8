import { chmodSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileNameOf } from '../config/api-url';
import type { Directories } from '../config/directories';
import { writePrivateFile } from '../config/write-file';
import type { CredentialStore } from './credential-store';
import { readSession, writeSession, type StoredSession } from './stored-session';

/** One file per API, readable only by the user (0600), replaced atomically. */
export class FileStore implements CredentialStore {
  constructor(
    private readonly directories: Directories,
    private readonly warn: (text: string) => void,
  ) {}

  load(apiUrl: string): Promise<{ session: StoredSession; place: string } | undefined> {
    const path = this.pathOf(apiUrl);
    let text: string;
    try {
      this.closeToOthers(path);
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Promise.resolve(undefined);
      throw error;
    }
    const session = readSession(text);
    return Promise.resolve(session?.apiUrl === apiUrl ? { session, place: path } : undefined);
  }

  save(session: StoredSession): Promise<string> {
    const path = this.pathOf(session.apiUrl);
    writePrivateFile(path, writeSession(session));
    return Promise.resolve(path);
  }

  remove(apiUrl: string): Promise<void> {
    rmSync(this.pathOf(apiUrl), { force: true });
    return Promise.resolve();
  }

  private pathOf(apiUrl: string): string {
    return join(this.directories.config, 'credentials', `${fileNameOf(apiUrl)}.json`);
  }

  /**
   * A file that a backup or copy made readable to others is restricted again, with a warning: its tokens may have been
   * read.
   */
  private closeToOthers(path: string): void {
    if (process.platform === 'win32') return;
    if ((statSync(path).mode & 0o077) === 0) return;
    chmodSync(path, 0o600);
    this.warn(
      `${path} was readable by others; it is private again. If someone may have read it, run: signals logout`,
    );
  }
}
