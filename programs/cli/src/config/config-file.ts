import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../failure';
import type { Directories } from './directories';
import { PREFERENCE_NAMES, type PreferenceName } from './preferences';
import { writePrivateFile } from './write-file';

export type Preferences = Partial<Record<PreferenceName, string>>;

/** The preferences file: a JSON object of strings. Keeps names this version does not know. */
export class ConfigFile {
  readonly path: string;

  constructor({ config }: Directories) {
    this.path = join(config, 'config.json');
  }

  /** @throws CliError when the file exists but cannot be read or parsed. */
  read(): Preferences {
    const content = this.readAll();
    const preferences: Preferences = {};
    for (const name of PREFERENCE_NAMES) {
      const value = content[name];
      if (value !== undefined) preferences[name] = String(value);
    }
    return preferences;
  }

  /** @param value undefined deletes it. */
  write(name: PreferenceName, value: string | undefined): void {
    // JSON omits undefined values.
    const content = { ...this.readAll(), [name]: value };
    writePrivateFile(this.path, `${JSON.stringify(content, undefined, 2)}\n`);
  }

  private readAll(): Record<string, unknown> {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw this.unreadable((error as Error).message, error);
    }
    try {
      const content: unknown = JSON.parse(text);
      if (typeof content === 'object' && content !== null && !Array.isArray(content))
        return content as Record<string, unknown>;
    } catch (error) {
      throw this.unreadable((error as Error).message, error);
    }
    throw this.unreadable('it is not a JSON object', undefined);
  }

  private unreadable(why: string, cause: unknown): CliError {
    return new CliError(`The settings in ${this.path} cannot be read: ${why}`, {
      remedy: 'Fix the file, or delete it.',
      code: 'config_unreadable',
      cause,
    });
  }
}
