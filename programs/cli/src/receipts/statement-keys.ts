import type { StatementKeys } from '@heliograph/sdk';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileNameOf } from '../config/api-url';
import { writePrivateFile } from '../config/write-file';
import type { Context } from '../context';
import { CliError, UsageError } from '../failure';
import { withTimeout } from '../http/with-timeout';

const TIMEOUT_MS = 10_000;

/**
 * The keys that may have signed a statement: from a file, or else those stored when a statement was last fetched or
 * verified, or else from the API.
 *
 * @param keyId stored keys that lack it are ignored.
 * @throws CliError when there are none.
 */
export async function keysFor(
  context: Context,
  keyId: string,
  file: string | undefined,
): Promise<StatementKeys> {
  if (file !== undefined) return ofFile(file);
  const kept = keptKeys(context);
  if (!kept?.keys.some(({ kid }) => kid === keyId)) return fetchKeys(context);
  context.terminal.hint(`Using the stored keys for ${context.settings.apiUrl}.`);
  return kept;
}

/** Fetches the API's keys and stores them, so that statements can be verified offline. */
export async function fetchKeys({ settings, fetch, directories, signal }: Context): Promise<StatementKeys> {
  const url = new URL(`${settings.apiUrl.replace(/\/+$/, '')}/.well-known/jwks.json`);
  let keys: StatementKeys;
  try {
    const response = await fetch(url, { signal: withTimeout(TIMEOUT_MS, signal) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    keys = validKeys(await response.json());
  } catch (cause) {
    throw new CliError(`Could not get the statement keys from ${url.origin}.`, {
      code: 'keys_unavailable',
      remedy: `Download ${url.href} on a machine that can reach it, and pass the file: --keys FILE. Once fetched, keys are stored here.`,
      cause,
    });
  }
  try {
    writePrivateFile(pathOf({ settings, directories }), JSON.stringify(keys));
  } catch {
    // Ignore cache write failures, such as a full disk.
  }
  return keys;
}

function ofFile(file: string): StatementKeys {
  try {
    return validKeys(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UsageError(
      `${file} has no valid keys: ${(error as Error).message}`,
      'Save /.well-known/jwks.json.',
    );
  }
}

function validKeys(keys: unknown): StatementKeys {
  if (!Array.isArray((keys as Partial<StatementKeys> | null)?.keys)) throw new Error('it has no "keys"');
  return keys as StatementKeys;
}

function keptKeys(place: Pick<Context, 'settings' | 'directories'>): StatementKeys | undefined {
  try {
    return ofFile(pathOf(place));
  } catch {
    return undefined;
  }
}

const pathOf = ({ settings, directories }: Pick<Context, 'settings' | 'directories'>) =>
  join(directories.cache, `${fileNameOf(settings.apiUrl)}.jwks.json`);
