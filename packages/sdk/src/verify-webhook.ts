import type { Signal } from './types.ts';

/** Why an event cannot be trusted. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** The request's headers: a `Headers` object, or an object with lower-case names, as in Node. */
export type WebhookHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The events that webhooks receive. */
export interface WebhookEvent {
  /** `signals.matched`, or `webhook.test` for a test event. */
  type: string;
  data: { savedSearch: { id: string; name: string }; items: Signal[] };
}

const SECRET = /^(?:whsec_)?([A-Za-z\d+/]+)=*$/;
const TOLERANCE_SECONDS = 300;

/**
 * Verifies that an event comes from Heliograph, unchanged, and was sent within five minutes of now (Standard Webhooks).
 * Compares in constant time.
 *
 * @param secrets `whsec_…`, with or without white space around or padding; pass several during a rotation.
 * @param body the raw body: once parsed and reserialized, it no longer matches the signature.
 * @param now for tests.
 * @throws WebhookVerificationError; TypeError for a secret that is empty or not base64.
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  now: Date = new Date(),
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is not a time.');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS)
    throw new WebhookVerificationError('webhook-timestamp is more than five minutes away.');
  const encoder = new TextEncoder();
  const prefix = encoder.encode(`${id}.${timestamp}.`);
  // Not a decoded text, which would lose a byte order mark.
  const content = typeof body === 'string' ? encoder.encode(body) : body;
  const signed = new Uint8Array(prefix.length + content.length);
  signed.set(prefix);
  signed.set(content, prefix.length);
  const given = signatures
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? [bytesOf(each.slice(3))] : []));
  // Decode all secrets first: a malformed one must fail even while another still matches.
  const raws = (typeof secrets === 'string' ? [secrets] : secrets).map(keyOf);
  for (const raw of raws) {
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of given) {
      // Compares in constant time.
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
        return JSON.parse(new TextDecoder().decode(content)) as WebhookEvent;
    }
  }
  throw new WebhookVerificationError('No signature is valid.');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name];
  if (typeof value !== 'string') throw new WebhookVerificationError(`${name} is missing.`);
  return value;
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const raw = bytesOf(SECRET.exec(secret.trim())?.[1] ?? '');
  if (!raw?.length) throw new TypeError('A secret is empty, or does not read whsec_ and base64.');
  return raw;
}

/** Returns undefined when the text is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
