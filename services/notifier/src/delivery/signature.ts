import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * The headers that sign an event (Standard Webhooks, "Signature scheme"): HMAC-SHA256 over id, timestamp, and body,
 * once per valid secret.
 *
 * @param secrets `whsec_` and base64, newest first.
 */
export function signedHeaders(
  id: string,
  at: Date,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
