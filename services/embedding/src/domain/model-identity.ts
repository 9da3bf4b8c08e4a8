import { createHash } from 'node:crypto';

/** Names of collections are made from identities, and those have a limit in the vector index. */
const LONGEST = 60;
const HASH_DIGITS = 8;

/**
 * Names what vectors depend on: 1 to 60 of `[a-z0-9._-]`. What does not fit in there is replaced or cut, and a hash of the whole
 * is appended then, so that two models never get one identity.
 *
 * @param parts such as provider, model, task and dimensions; the URL is not among them, because the same model answers the same
 *   vectors wherever it runs.
 */
export function modelIdentity(...parts: readonly (string | number)[]): string {
  const whole = parts.join('-');
  const clean = whole.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
  if (clean === whole && whole.length <= LONGEST) return whole;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_DIGITS);
  return `${clean.slice(0, LONGEST - HASH_DIGITS - 1)}-${hash}`;
}
