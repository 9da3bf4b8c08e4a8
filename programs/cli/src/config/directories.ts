import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where this program keeps its files. */
export interface Directories {
  /** Preferences, and credentials if there is no keyring. */
  config: string;
  /** Locks. */
  state: string;
  /** Anything that can be fetched again. */
  cache: string;
}

/**
 * XDG base directories, on macOS too; on Windows, the user profile's. Relative paths in XDG variables are ignored, as
 * the specification requires.
 */
export function directories(environment: NodeJS.ProcessEnv, platform = process.platform): Directories {
  const home = environment.HOME || homedir();
  if (platform === 'win32') {
    const roaming = environment.APPDATA || join(home, 'AppData', 'Roaming');
    const local = environment.LOCALAPPDATA || join(home, 'AppData', 'Local');
    return {
      config: join(roaming, 'signals'),
      state: join(local, 'signals', 'state'),
      cache: join(local, 'signals', 'cache'),
    };
  }
  const directory = (value: string | undefined, ...fallback: string[]) =>
    join(value?.startsWith('/') ? value : join(home, ...fallback), 'signals');
  return {
    config: directory(environment.XDG_CONFIG_HOME, '.config'),
    state: directory(environment.XDG_STATE_HOME, '.local', 'state'),
    cache: directory(environment.XDG_CACHE_HOME, '.cache'),
  };
}
