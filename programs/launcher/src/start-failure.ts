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
