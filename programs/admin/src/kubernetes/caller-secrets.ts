import { generateCallerKey, parsePublicKeys, trustedKeys } from '@heliograph/runtime';
import { UsageError } from '../failure';

/**
 * Generates caller keys for the chart's Secret: each caller's private key, and the public keys of all.
 *
 * @param trusted additional public keys to trust, in the format of `CALLER_PUBLIC_KEYS`.
 * @throws UsageError when `trusted` is malformed.
 */
export function callerSecrets(callers: readonly string[], trusted = ''): Record<string, string> {
  if (trusted !== '') checkPublicKeys(trusted);
  const keys = Object.fromEntries(callers.map((caller) => [caller, generateCallerKey()]));
  return {
    ...Object.fromEntries(Object.entries(keys).map(([caller, key]) => [callerKeyName(caller), key])),
    CALLER_PUBLIC_KEYS: [trusted, trustedKeys(keys)].filter(Boolean).join(','),
  };
}

export const callerKeyName = (caller: string): string => `CALLER_KEY_${caller.toUpperCase()}`;

function checkPublicKeys(text: string): void {
  try {
    parsePublicKeys(text);
  } catch (error) {
    throw new UsageError(`--trusted ${(error as Error).message}`);
  }
}
