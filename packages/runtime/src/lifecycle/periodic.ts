/**
 * Runs a task repeatedly with pauses in between, starting with a pause. A failed round is reported, and the next one
 * follows as usual.
 */
export class Periodic {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly intervalMs: number,
    private readonly task: (isStopped: () => boolean) => Promise<void>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  start(): void {
    this.timer = setTimeout(() => {
      this.round = this.task(() => this.stopped)
        .catch(this.onFailure)
        .finally(() => {
          if (!this.stopped) this.start();
        });
    }, this.intervalMs);
    this.timer.unref();
  }

  /** Stops further rounds. Resolves when the current one, if any, is over. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
  }
}
