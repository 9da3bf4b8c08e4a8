import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isSignatureOf, signatureOf } from './signed-message';

/** A checkout of the development provider. Its URL holds its whole state. */
export interface DevelopmentCheckout {
  /** The payment's id. */
  id: string;
  accountId: string;
  /** Micro-dollars. */
  micros: bigint;
  /** For a subscription: command-line records per month. */
  cliRecords?: number | undefined;
  /** Milliseconds since the Unix epoch. */
  expiresAtMs: number;
}

export const DEVELOPMENT_CHECKOUT_PATH = '/development-checkout';

const PURPOSE = 'development checkout';
const LIFE_MS = 24 * 60 * 60 * 1000;

const fields = z.strictObject({
  id: z.uuid(),
  accountId: z.string().min(1).max(128),
  micros: z.string().regex(/^[1-9]\d{0,15}$/),
  cliRecords: z.int().positive().optional(),
  expiresAtMs: z.int(),
});

/** A new checkout's URL. @param origin the dashboard's. */
export function developmentCheckoutUrl(
  checkout: Pick<DevelopmentCheckout, 'accountId' | 'micros' | 'cliRecords'>,
  { origin, secret, nowMs }: { origin: string; secret: string; nowMs: number },
): string {
  const segment = encode({ ...checkout, id: randomUUID(), expiresAtMs: nowMs + LIFE_MS }, secret);
  return `${origin}${DEVELOPMENT_CHECKOUT_PATH}/${segment}`;
}

/** Encodes the checkout as one path segment. It cannot be forged or changed without the secret. */
function encode(checkout: DevelopmentCheckout, secret: string): string {
  const content = Buffer.from(JSON.stringify({ ...checkout, micros: String(checkout.micros) })).toString(
    'base64url',
  );
  return `${content}.${signatureOf(secret, PURPOSE, content).toString('base64url')}`;
}

/** @returns undefined if the text is invalid or too old. */
export function decodeCheckout(text: string, secret: string, nowMs: number): DevelopmentCheckout | undefined {
  const [content = '', signature = '', ...rest] = text.split('.');
  if (rest.length > 0 || !isSignatureOf(secret, PURPOSE, content, signature)) return undefined;
  const checkout = fields.parse(JSON.parse(Buffer.from(content, 'base64url').toString('utf8')));
  return checkout.expiresAtMs > nowMs ? { ...checkout, micros: BigInt(checkout.micros) } : undefined;
}
