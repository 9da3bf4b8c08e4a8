import { chooseStore } from './auth/choose-store';
import type { CredentialStore } from './auth/credential-store';
import { SessionTokens } from './auth/session-tokens';
import { OAuthClient } from './auth/token-endpoint';
import { ConfigFile } from './config/config-file';
import { directories, type Directories } from './config/directories';
import { resolveSettings, type GlobalOptions, type Settings } from './config/settings';
import { Connection } from './http/connection';
import { watchedFetch } from './http/watched-fetch';
import { Terminal, type ProgramStreams } from './output/terminal';

/** What a command works with. */
export interface Context {
  settings: Settings;
  terminal: Terminal;
  environment: NodeJS.ProcessEnv;
  directories: Directories;
  configFile: ConfigFile;
  /** Aborted by a signal to the process, such as Ctrl-C, with an InterruptedError. */
  signal: AbortSignal;
  fetch: typeof globalThis.fetch;
  store: CredentialStore;
  oauth: OAuthClient;
  tokens: SessionTokens;
  /** Uses the key from SIGNALS_API_KEY or a stored key, or else the login. */
  connection: Connection;
  /** Always uses the login. */
  loginConnection: Connection;
}

export interface ContextOptions {
  /** Ignores invalid settings in the config file, for commands that repair it. */
  ignoresPreferences?: boolean;
}

/** @throws UsageError when flags, variables, or the config file have an invalid value. */
export function createContext(
  options: GlobalOptions,
  streams: ProgramStreams,
  signal: AbortSignal,
  { ignoresPreferences = false }: ContextOptions = {},
): Context {
  const { environment } = streams;
  const places = directories(environment);
  const configFile = new ConfigFile(places);
  const settings = resolveSettings(options, environment, ignoresPreferences ? {} : configFile.read());
  const terminal = new Terminal(streams, settings);
  const fetch = watchedFetch(terminal);
  const store = chooseStore(settings.credentialStore, places, (text) => terminal.warn(text));
  const oauth = new OAuthClient(fetch, signal);
  const tokens = new SessionTokens(settings.apiUrl, store, oauth, places, signal);
  const connection = new Connection(settings, tokens, terminal, fetch, signal);
  const loginConnection = new Connection(
    { ...settings, apiKey: undefined },
    tokens,
    terminal,
    fetch,
    signal,
    true,
  );
  return {
    settings,
    terminal,
    environment,
    directories: places,
    configFile,
    signal,
    fetch,
    store,
    oauth,
    tokens,
    connection,
    loginConnection,
  };
}
