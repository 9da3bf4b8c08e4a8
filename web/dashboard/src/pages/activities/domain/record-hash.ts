const RECORD = /^#record-([1-9][0-9]{0,18})$/;

/** The part of an address that names an open record. */
export function recordHash(id: string): string {
  return `#record-${id}`;
}

/** @returns undefined for what names none. */
export function recordOfHash(hash: string): string | undefined {
  return RECORD.exec(hash)?.[1];
}
