import { createHash } from 'node:crypto';

/** Collections are named after identities, and the vector index limits the length of names. */
const LONGEST = 60;
const HASH_DIGITS = 8;

/**
 * Names what vectors depend on: 1 to 60 of `[a-z0-9._-]`. What does not fit is replaced or cut, and a hash of the whole
 * is appended, so that two models never share an identity.
 *
 * @param parts such as provider, model, task, and dimensions; not the URL, because the same model returns the same
 *   vectors wherever it runs.
 */
export function modelIdentity(...parts: readonly (string | number)[]): string {
  const whole = parts.join('-');
  const clean = whole.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
  if (clean === whole && whole.length <= LONGEST) return whole;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_DIGITS);
  return `${clean.slice(0, LONGEST - HASH_DIGITS - 1)}-${hash}`;
}
