const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UUID_VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const OPERATION_ID = /^[a-z][A-Za-z0-9]{0,63}$/;

/** Ids of accounts and credentials: 1 to 64 letters, digits and `._:-`. */
export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text);
export const IDENTIFIER_RULE = 'must be 1 to 64 letters, digits, or ._:-';
/** Of any version, in lower case. */
export const isUuid = (text: string): boolean => UUID.test(text);
/** RFC 9562, section 5.7, in lower case. */
export const isUuidVersion7 = (text: string): boolean => UUID_VERSION_7.test(text);
/** An operation's name in charges, usage events, and the log of requests. */
export const isOperationId = (text: string): boolean => OPERATION_ID.test(text);

/** Free text: bounded, without control characters (PostgreSQL stores no NUL) and lone surrogates. */
export function isText(text: string, maximumLength: number): boolean {
  return text.length <= maximumLength && !/[\p{Cc}\p{Cs}]/u.test(text);
}
