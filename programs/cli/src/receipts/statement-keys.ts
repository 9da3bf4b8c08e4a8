import type { StatementKeys } from '@heliograph/sdk';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileNameOf } from '../config/api-url';
import { writePrivateFile } from '../config/write-file';
import type { Context } from '../context';
import { CliError, UsageError } from '../failure';

const TIMEOUT_MS = 10_000;

/**
 * The keys that a statement may be signed by: of a file, else those that were kept when a statement was fetched, else the API's own.
 *
 * @param keyId without which kept keys are of no use
 * @throws CliError when there are none.
 */
export async function keysFor(
  context: Context,
  keyId: string,
  file: string | undefined,
): Promise<StatementKeys> {
  if (file !== undefined) return ofFile(file);
  const kept = keptKeys(context);
  if (kept?.keys.some(({ kid }) => kid === keyId)) return kept;
  return fetchKeys(context);
}

/** Asks the API for its keys, and keeps them, so that statements can be checked without it. */
export async function fetchKeys({ settings, fetch, directories, signal }: Context): Promise<StatementKeys> {
  const url = new URL(`${settings.apiUrl.replace(/\/+$/, '')}/.well-known/jwks.json`);
  let keys: StatementKeys;
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    keys = (await response.json()) as StatementKeys;
  } catch (cause) {
    throw new CliError(`The keys of statements could not be had from ${url.origin}.`, {
      code: 'keys_unavailable',
      remedy: 'Save them once, and give them: --keys FILE',
      cause,
    });
  }
  try {
    writePrivateFile(pathOf({ settings, directories }), JSON.stringify(keys));
  } catch {
    // A cache that cannot be written, as on a full disk, is no reason to fail.
  }
  return keys;
}

function ofFile(file: string): StatementKeys {
  try {
    const keys = JSON.parse(readFileSync(file, 'utf8')) as StatementKeys;
    if (!Array.isArray(keys.keys)) throw new Error('it has no "keys"');
    return keys;
  } catch (error) {
    throw new UsageError(
      `${file} holds no keys: ${(error as Error).message}`,
      'Save /.well-known/jwks.json.',
    );
  }
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
