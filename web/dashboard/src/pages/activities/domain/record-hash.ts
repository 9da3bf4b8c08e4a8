const RECORD = /^#record-([1-9][0-9]{0,18})$/;

/** The URL fragment that names an open record. */
export function recordHash(id: string): string {
  return `#record-${id}`;
}

/** @returns undefined if it names none. */
export function recordOfHash(hash: string): string | undefined {
  return RECORD.exec(hash)?.[1];
}
