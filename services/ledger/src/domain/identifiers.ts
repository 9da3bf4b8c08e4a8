import { IDEMPOTENCY_KEY } from '@heliograph/contract';

// Visible ASCII: request ids come from clients through the gateway.
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;
const CONTENT_TYPE = /^[\x20-\x7e]{1,255}$/;

/** docs/published-interface.md, 7: 8 to 128 letters, digits, underscores, hyphens. */
export const isIdempotencyKey = (text: string): boolean => IDEMPOTENCY_KEY.test(text);
export const isRequestId = (text: string): boolean => REQUEST_ID.test(text);
export const isContentType = (text: string): boolean => CONTENT_TYPE.test(text);
