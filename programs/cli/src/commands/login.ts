import { Option, type Command } from 'commander';
import { loginByBrowser } from '../auth/browser-login';
import { loginWithToken, replaceLogin } from '../auth/token-login';
import { loginByDevice, type DeviceCode } from '../auth/device-login';
import { deviceName, limited } from '../auth/device-name';
import { untilDeadline } from '../auth/login-deadline';
import { readMetadata, type AuthorizationServer } from '../auth/metadata';
import { openBrowser } from '../auth/open-browser';
import { OAuthClient, type TokenPair } from '../auth/token-endpoint';
import { fetchAndCacheOptions } from '../completion/filter-options-cache';
import { isExposed } from '../config/api-url';
import type { Context } from '../context';
import { CliError, InterruptedError, UsageError } from '../failure';
import { printable } from '../output/printable';
import { printDocument } from '../output/document-printer';
import { isCi } from '../output/terminal';
import { wholeNumberBetween } from '../search/parse-values';
import { readLogin, shortened, type Whoami } from '../account/whoami';
import { describedCommand, type RunAction } from './command';

/** Default time to wait for the browser. */
const BROWSER_TIMEOUT_SECONDS = 300;

interface LoginOptions {
  device?: boolean;
  withToken?: boolean;
  browser: boolean;
  port: number;
  deviceName?: string;
  /** Seconds. */
  timeout?: number;
}

export function loginCommand(run: RunAction): Command {
  return describedCommand('login', 'log in with the browser', [
    'login',
    'login --device          # on a machine without a browser, such as over SSH',
    'login --with-token < key.txt     # an API key, such as on a server',
    'login --api-url https://api.example.com',
  ])
    .option('--device', 'show a code to enter in a browser anywhere')
    .option('--with-token', 'read an API key from standard input, check it, and store it')
    .option('--no-browser', 'print the address without opening it')
    .addOption(
      new Option('--port <number>', 'port of 127.0.0.1 for the browser redirect')
        .argParser(wholeNumberBetween(0, 65_535))
        .default(0, 'any free port'),
    )
    .option('--device-name <name>', 'name of the login in the dashboard (default: user@machine)')
    .option(
      '--timeout <seconds>',
      `how long to wait for you (default: ${BROWSER_TIMEOUT_SECONDS} with the browser, else as long as the code is valid)`,
      wholeNumberBetween(1, 3_600),
    )
    .action((options: LoginOptions, command: Command) => run(command, (context) => login(context, options)));
}

async function login(context: Context, options: LoginOptions): Promise<void> {
  const { settings, terminal, signal, oauth } = context;
  const name = options.deviceName === undefined ? deviceName() : limited(options.deviceName);
  if (name === '') throw new UsageError('--device-name is empty.');
  if (isExposed(settings.apiUrl))
    terminal.warn(
      `${settings.apiUrl} is not encrypted: others on the network can read the login. Use https.`,
    );
  if (options.withToken) {
    if (options.device) throw new UsageError('--with-token and --device cannot be combined.', 'Choose one.');
    return loginWithToken(context, options.timeout && options.timeout * 1000);
  }
  const server = await readMetadata(settings.apiUrl, context.fetch, signal);
  let done: { who: Whoami; place: string } | undefined;
  const finish = async (pair: TokenPair) => {
    done = await storeLogin(context, server, pair);
    return { email: done.who.account?.email };
  };
  if (options.device) {
    await finish(await waitForDevice(context, server, name, options.timeout));
  } else {
    const present = (url: string) => presentPage(context, url, options.browser);
    const timeoutMs = (options.timeout ?? BROWSER_TIMEOUT_SECONDS) * 1000;
    await loginByBrowser({
      server,
      oauth,
      deviceName: name,
      port: options.port,
      timeoutMs,
      signal,
      present,
      finish,
    });
  }
  await report(context, done!);
}

/** The deadline also aborts a request that is still unanswered. */
function waitForDevice(
  context: Context,
  server: AuthorizationServer,
  name: string,
  timeoutSeconds: number | undefined,
): Promise<TokenPair> {
  const deadline = {
    timeoutMs: timeoutSeconds && timeoutSeconds * 1000,
    signal: context.signal,
    missing: 'The code was not approved',
    remedy: 'Run it again: signals login --device',
  };
  return untilDeadline(deadline, (signal) =>
    loginByDevice({
      server,
      oauth: new OAuthClient(context.fetch, signal),
      deviceName: name,
      signal,
      present: (code) => presentCode(context, code),
    }),
  );
}

/** Stores the tokens, ends the previous login, and looks up the user. */
async function storeLogin(
  context: Context,
  server: AuthorizationServer,
  pair: TokenPair,
): Promise<{ who: Whoami; place: string }> {
  const { store, tokens, settings } = context;
  const session = {
    ...pair,
    apiUrl: settings.apiUrl,
    email: undefined,
    tokenEndpoint: server.tokenEndpoint,
    revocationEndpoint: server.revocationEndpoint,
    dashboardUrl: server.dashboardUrl,
    loggedInAt: new Date().toISOString(),
  };
  const place = await replaceLogin(context, session);
  const who = await readLogin(context).catch((error: unknown) => unknownUser(context, error));
  const email = who.account?.email;
  if (email !== undefined) {
    await tokens.locked(async () => {
      const current = await store.load(settings.apiUrl);
      if (current) await store.save({ ...current.login, email });
    });
  }
  return { who, place };
}

/** The login is already stored, so failing to look up its user, for example while access is restricted, is no error. */
function unknownUser({ terminal, settings }: Context, error: unknown): Whoami {
  if (!(error instanceof CliError) || error instanceof InterruptedError) throw error;
  terminal.warn(`Logged in, but the API returned an error: ${error.message}`);
  return { account: undefined, document: { apiUrl: settings.apiUrl, authentication: 'login' }, facts: [] };
}

async function presentPage(
  { terminal, settings, environment }: Context,
  url: string,
  wanted: boolean,
): Promise<void> {
  const mayOpen = wanted && !isCi(environment);
  const isOpened = mayOpen && (await openBrowser(url, settings.browser, environment));
  // Printed even with --quiet: login is useless without the URL.
  const say = (text: string) => terminal.say(text);
  say(
    isOpened
      ? 'Your browser is opening this page; approve the login there:'
      : 'Open this page and approve the login:',
  );
  say(`\n  ${terminal.noteColors.cyan(printable(url))}\n`);
  if (mayOpen && !isOpened)
    say('Could not open a browser here. On a machine without one: signals login --device');
  say('Waiting for the browser … (Ctrl-C to cancel)');
}

function presentCode({ terminal }: Context, code: DeviceCode): void {
  const { bold, cyan } = terminal.noteColors;
  const minutes = Math.max(1, Math.round(code.expiresInSeconds / 60));
  terminal.say(`Open this page in any browser:  ${cyan(printable(code.verificationUri))}`);
  terminal.say(`and enter this code:            ${bold(printable(code.userCode))}`);
  if (code.completeUri !== undefined)
    terminal.say(`\nOr with the code filled in:            ${printable(code.completeUri)}`);
  terminal.say(`\nWaiting for approval … (the code is valid for ${minutes} min; Ctrl-C to cancel)`);
}

async function report(context: Context, { who, place }: { who: Whoami; place: string }): Promise<void> {
  const { terminal, settings } = context;
  const { email } = who.account ?? {};
  terminal.note(
    `${terminal.noteColors.green('✓')} Logged in to ${settings.apiUrl}${email ? ` as ${printable(email)}` : ''}`,
  );
  terminal.note(`  The login is stored in ${shortened(place, context.environment)}.`);
  if (settings.apiKey !== undefined)
    terminal.warn(
      'SIGNALS_API_KEY is set and takes precedence over this login. To use the login: unset SIGNALS_API_KEY',
    );
  if (terminal.format === 'json' || terminal.format === 'jsonl')
    await printDocument(terminal, { document: { ...who.document, place }, facts: [] }, settings.fields);
  await fetchAndCacheOptions(context, context.loginConnection).catch(() => undefined);
  terminal.hint(`\nTry: signals search robots --days 30`);
}
