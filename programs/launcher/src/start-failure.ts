/** Why the system cannot start: one line that names the cause and the remedy, fit for the terminal. */
export class StartFailure extends Error {
  /** @param permanent whether retrying cannot help. */
  constructor(
    message: string,
    readonly permanent = false,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'StartFailure';
  }
}

const FREE_SPACE = 'free space there or enlarge it, then start again';
const FULL = new Set(['ENOSPC', 'EDQUOT']);
const FORBIDDEN = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * What to print for anything that a start throws: cause and remedy, and a stack trace only for a defect.
 *
 * @param home of the installation.
 */
export function describeStartError(error: unknown, home: string): string {
  const codes = codesOf(error);
  if (codes.some((code) => FULL.has(code))) return `the disk of ${home} is full: ${FREE_SPACE}`;
  if (error instanceof StartFailure) return error.message;
  const { message, syscall, stack } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return stack ?? String(error);
  return codes.some((code) => FORBIDDEN.has(code))
    ? `${message}: start as the user who owns ${home}`
    : message;
}

/** A server's message, with the remedy if its disk is full and it does not name one. */
export function withDiskRemedy(message: string): string {
  const isFull = /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/.test(message);
  return isFull && !message.includes(FREE_SPACE) ? `${message}: ${FREE_SPACE}` : message;
}

function codesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { code, cause } = error as NodeJS.ErrnoException;
  return [String(code), ...codesOf(cause)];
}
