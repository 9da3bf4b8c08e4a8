import { IDEMPOTENCY_KEY } from '@heliograph/contract';

const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UUID_VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const OPERATION = /^[a-z][A-Za-z0-9]{0,63}$/;
// Visible ASCII: request ids come from clients through the gateway.
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;
const CONTENT_TYPE = /^[\x20-\x7e]{1,255}$/;

/** Ids of accounts and credentials: 1 to 64 letters, digits and `._:-`. */
export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text);
export const isUuid = (text: string): boolean => UUID.test(text);
/** RFC 9562, section 5.7, lower case. */
export const isUuidVersion7 = (text: string): boolean => UUID_VERSION_7.test(text);
/** docs/published-interface.md, 7: 8 to 128 letters, digits, underscores, hyphens. */
export const isIdempotencyKey = (text: string): boolean => IDEMPOTENCY_KEY.test(text);
export const isOperation = (text: string): boolean => OPERATION.test(text);
export const isRequestId = (text: string): boolean => REQUEST_ID.test(text);
export const isContentType = (text: string): boolean => CONTENT_TYPE.test(text);
