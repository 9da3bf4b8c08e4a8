/** Standard Webhooks requires 24 to 64 bytes. */
export const WEBHOOK_SECRET_BYTES = 32;

/**
 * A secret as receivers configure it (Standard Webhooks, "Signature scheme").
 *
 * @param bytes random, 24 to 64.
 */
export function webhookSecretOf(bytes: Buffer): string {
  if (bytes.length < 24 || bytes.length > 64) throw new RangeError('a secret has 24 to 64 bytes');
  return `whsec_${bytes.toString('base64')}`;
}
