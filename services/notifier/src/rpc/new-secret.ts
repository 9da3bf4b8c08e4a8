import { randomBytes } from 'node:crypto';

/** Standard Webhooks requires 24 to 64 bytes. */
const BYTES = 32;

/** A new webhook's secret, as receivers configure it (Standard Webhooks, "Signature scheme"). */
export const newSecret = (): string => `whsec_${randomBytes(BYTES).toString('base64')}`;
