/** Lets one loop wait until there is something to do. Remembers a call made while it is not waiting. */
export class WakeUp {
  private isCalled = false;
  private resume: (() => void) | undefined;

  call(): void {
    this.isCalled = true;
    this.resume?.();
  }

  /** Forgets an earlier call: what it announced is about to be read. */
  reset(): void {
    this.isCalled = false;
  }

  /** Returns once called since the last return or reset, or after the timeout, or when aborted. */
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
