/** Signals that a call's response is no longer awaited. An AbortSignal is one; others are cheaper to create. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Cancels a call being served. Its AbortSignal is created on first use: that takes as long as the rest of a small call.
 */
export class Cancellation {
  private controller: AbortController | undefined;
  /** Why it was canceled; undefined if it was not. */
  reason: Error | undefined;

  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.reason) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  /** The first reason wins. */
  cancel(reason: Error): void {
    if (this.reason) return;
    this.reason = reason;
    this.controller?.abort(reason);
  }
}
