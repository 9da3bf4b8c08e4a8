/** The data on disk is not what was written. */
export class DamagedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'DamagedError';
  }
}
