/** What tells that nobody waits for a call's answer any more. An AbortSignal is one; others take less time to make. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Ends a call that is being served. Its signal is made when it is first asked for: that takes as long as the rest of a small call. */
export class Cancellation {
  private controller: AbortController | undefined;
  /** Why it was cancelled; undefined while it was not. */
  reason: Error | undefined;

  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.reason) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  /** The first reason counts. */
  cancel(reason: Error): void {
    if (this.reason) return;
    this.reason = reason;
    this.controller?.abort(reason);
  }
}
