/** Lets one loop wait until there is something to do. A call while it is not waiting is remembered. */
export class WakeUp {
  private isCalled = false;
  private resume: (() => void) | undefined;

  call(): void {
    this.isCalled = true;
    this.resume?.();
  }

  /** Forgets a call that came before: what it told of is about to be read. */
  reset(): void {
    this.isCalled = false;
  }

  /** Returns once it was called since the last return or reset; at the latest after the time, or when aborted. */
  async wait(timeoutMs?: number, signal?: AbortSignal): Promise<void> {
    if (!this.isCalled && !signal?.aborted) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.resume = resolve;
        if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs);
        signal?.addEventListener('abort', this.resume, { once: true });
      });
      clearTimeout(timer);
      signal?.removeEventListener('abort', this.resume!);
      this.resume = undefined;
    }
    this.isCalled = false;
  }
}
