/** Lets one waiter sleep until woken. A wake-up without a waiter is kept for the next wait. */
export class WakeSignal {
  private woken = false;
  private resume: (() => void) | undefined;

  wake(): void {
    this.woken = true;
    this.resume?.();
  }

  /** Resolves at the next wake-up, or after so many milliseconds. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.resume = undefined;
    }
    this.woken = false;
  }
}
