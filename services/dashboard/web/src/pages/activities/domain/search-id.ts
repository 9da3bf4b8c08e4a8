const BYTES = 16;

/** A new name for a search: 32 hexadecimal digits. `crypto.randomUUID` is missing where pages come over plain http. */
export function createSearchId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
