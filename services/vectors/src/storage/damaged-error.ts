/** What is on the disk is not what was written there. */
export class DamagedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'DamagedError';
  }
}
