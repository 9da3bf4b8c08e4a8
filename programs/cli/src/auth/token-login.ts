import { readKey, shortened } from '../account/whoami';
import { fetchAndCacheOptions } from '../completion/filter-options-cache';
import type { Context } from '../context';
import { CliError, UsageError } from '../failure';
import { STANDARD_INPUT } from '../http/remedies';
import { withTimeout } from '../http/with-timeout';
import { printDocument } from '../output/document-printer';
import { untilDeadline } from './login-deadline';
import { isKey, type StoredLogin } from './stored-session';

/** Far longer than any key; bounds memory, whatever is piped in. */
const MAXIMUM_INPUT = 4_096;

/**
 * Reads an API key from standard input, which keeps it out of process lists and shell history, checks it with the API,
 * and stores it. A key without permission to read usage is still valid.
 *
 * @param timeoutMs how long to wait for standard input; undefined for no limit.
 * @throws UsageError for input other than a key; AuthenticationError when none arrives in time; CliError when the API
 *   rejects it. In each case nothing is stored.
 */
export async function loginWithToken(context: Context, timeoutMs?: number): Promise<void> {
  const { terminal, settings, connection } = context;
  const deadline = {
    timeoutMs,
    signal: context.signal,
    missing: 'Standard input did not end',
    remedy: 'Pipe the key: signals login --with-token < FILE',
  };
  const apiKey = keyIn(await untilDeadline(deadline, (signal) => readInput(context, signal)));
  connection.key = { apiKey, source: STANDARD_INPUT };
  const who = await readKey(context).catch((error: unknown) => {
    if (error instanceof CliError && error.code === 'insufficient_scope') return undefined;
    throw error;
  });
  const place = await replaceLogin(context, {
    apiUrl: settings.apiUrl,
    apiKey,
    loggedInAt: new Date().toISOString(),
  });
  terminal.note(`${terminal.noteColors.green('✓')} The API key for ${settings.apiUrl} is valid.`);
  terminal.note(`  It is stored in ${shortened(place, context.environment)}.`);
  if (settings.apiKey !== undefined)
    terminal.warn('SIGNALS_API_KEY is set and takes precedence over the stored key.');
  if (terminal.format === 'json' || terminal.format === 'jsonl') {
    const document = {
      ...(who?.document ?? { apiUrl: settings.apiUrl, authentication: 'api_key' }),
      place,
    };
    await printDocument(terminal, { document, facts: [] }, settings.fields);
  }
  await fetchAndCacheOptions(context, connection).catch(() => undefined);
  terminal.hint('\nTry: signals search robots --days 30');
}

/** How long to wait for the API to end a login that is of no use. */
const REVOCATION_TIMEOUT_MS = 5_000;

/**
 * Stores a login in place of the previous one, whose session ends. If that fails, the previous one stays, and the new
 * session ends: it would stay valid for 60 days, and only the list of devices would show it.
 *
 * @returns where it is stored, in words.
 */
export async function replaceLogin(context: Context, login: StoredLogin): Promise<string> {
  const { store, tokens, settings } = context;
  const { previous, place } = await tokens
    .locked(async () => {
      const found = await store.load(settings.apiUrl);
      return { previous: found?.login, place: await store.save(login) };
    })
    .catch(async (error: unknown) => {
      await endSession(context, login);
      throw notStored(error);
    });
  await endSession(context, previous);
  return place;
}

/** Ends a login's session, if it has one. If that fails, it merely stays in the list of devices. */
async function endSession({ oauth }: Context, login: StoredLogin | undefined): Promise<void> {
  if (!login || isKey(login)) return;
  await oauth
    .post(
      login.revocationEndpoint,
      { token: login.refreshToken, token_type_hint: 'refresh_token' },
      withTimeout(REVOCATION_TIMEOUT_MS),
    )
    .catch(() => undefined);
}

function notStored(error: unknown): CliError {
  if (error instanceof CliError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new CliError(`The login could not be stored: ${message}.`, {
    code: code?.toLowerCase(),
    remedy: 'Make that path writable and log in again, or set SIGNALS_API_KEY to an API key.',
    cause: error,
  });
}

async function readInput({ terminal }: Context, signal: AbortSignal): Promise<string> {
  if (terminal.isTyped)
    throw new UsageError(
      '--with-token reads the key from standard input, where a terminal would show it.',
      'Pipe it: signals login --with-token < FILE',
    );
  let text = '';
  for await (const line of terminal.inputLines(signal)) {
    text += `${line}\n`;
    if (text.length > MAXIMUM_INPUT) throw notAKey();
  }
  signal.throwIfAborted();
  return text.trim();
}

function keyIn(text: string): string {
  if (text === '')
    throw new UsageError('Standard input has no key.', 'Pipe it: signals login --with-token < FILE');
  if (!/^hg_(?:live|test)_[A-Za-z0-9]+$/.test(text)) throw notAKey();
  return text;
}

/** Never quotes the input: it may be another secret. */
function notAKey(): UsageError {
  return new UsageError(
    'Standard input is not an API key.',
    'A key begins with hg_live_ or hg_test_; create one in the dashboard: signals open keys',
  );
}
