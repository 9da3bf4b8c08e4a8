import { createHmac } from 'node:crypto';

const PURPOSE = 'heliograph query vectors v1';

/**
 * Makes the keys of cached query vectors: keyed hashes, which reveal nothing of the text without the secret.
 *
 * @param secret shared by all instances, so that they find each other's vectors.
 * @param identity of the model: another model's vectors are never found.
 */
export function cacheKeys(secret: string, identity: string): (text: string) => string {
  const key = createHmac('sha256', secret).update(PURPOSE).digest();
  return (text) => createHmac('sha256', key).update(`${identity}\0${text}`).digest('base64url');
}
