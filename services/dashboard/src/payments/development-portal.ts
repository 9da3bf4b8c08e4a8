import { z } from 'zod';
import type { PlanTerms } from './payment-provider';
import { isSignatureOf, signatureOf } from './signed-message';

/** A subscription of the development provider, as displayed. Its URL holds its whole state. */
export interface DevelopmentPortal extends PlanTerms {
  /** End of the latest period. Milliseconds since the Unix epoch. */
  periodEndMs: number;
  /** When the page expires. */
  expiresAtMs: number;
}

const PURPOSE = 'development portal';

const digits = z.string().regex(/^\d{1,15}$/);
const fields = z.strictObject({
  accountId: z.string().min(1).max(128),
  subscriptionId: z.string().min(1).max(200),
  customerId: z.string().max(200),
  cliRecords: digits,
  priceMicros: digits,
  periodEndMs: z.int(),
  expiresAtMs: z.int(),
});

/** Encodes the page's state as one path segment. It cannot be forged or changed without the secret. */
export function encodePortal(portal: DevelopmentPortal, secret: string): string {
  const { cliRecords, priceMicros, ...rest } = portal;
  const content = Buffer.from(
    JSON.stringify({ ...rest, cliRecords: String(cliRecords), priceMicros: String(priceMicros) }),
  ).toString('base64url');
  return `${content}.${signatureOf(secret, PURPOSE, content).toString('base64url')}`;
}

/** @returns undefined if the text is invalid or too old. */
export function decodePortal(text: string, secret: string, nowMs: number): DevelopmentPortal | undefined {
  const [content = '', signature = '', ...rest] = text.split('.');
  if (rest.length > 0 || !isSignatureOf(secret, PURPOSE, content, signature)) return undefined;
  const portal = fields.parse(JSON.parse(Buffer.from(content, 'base64url').toString('utf8')));
  if (portal.expiresAtMs <= nowMs) return undefined;
  return { ...portal, cliRecords: BigInt(portal.cliRecords), priceMicros: BigInt(portal.priceMicros) };
}
