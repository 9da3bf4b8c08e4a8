const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;
const UUID_VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const OPERATION = /^[a-z][A-Za-z0-9]{0,63}$/;

/** Ids of accounts and credentials: 1 to 64 letters, digits and `._:-`. */
export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text);
/** RFC 9562, section 5.7, lower case. */
export const isUuidVersion7 = (text: string): boolean => UUID_VERSION_7.test(text);
export const isOperation = (text: string): boolean => OPERATION.test(text);

/** The time in a version 7 UUID, in milliseconds since the Unix epoch: its first 48 bits. */
export function timeOfUuid(uuid: string): number {
  return parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

/** The smallest UUID of a moment: requests answered earlier have smaller ones. @param timeMs since the Unix epoch. */
export function firstIdOf(timeMs: number): string {
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
