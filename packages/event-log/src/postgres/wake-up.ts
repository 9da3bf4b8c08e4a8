/** Lets one loop wait until there is something to do. A call while it is not waiting is remembered. */
export class WakeUp {
  private isCalled = false;
  private resume: (() => void) | undefined;

  call(): void {
    this.isCalled = true;
    this.resume?.();
  }

  /** Returns once it was called since the last return; at the latest after the time. */
  async wait(timeoutMs?: number): Promise<void> {
    if (!this.isCalled) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.resume = resolve;
        if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs);
      });
      clearTimeout(timer);
      this.resume = undefined;
    }
    this.isCalled = false;
  }
}
