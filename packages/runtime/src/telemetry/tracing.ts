/** What a span says about what it measures. Never query text, keys or other contents of a request. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  /** Few different ones: with the route, not with the path. */
  name: string;
  /** `server` measures a request that arrived, `client` one that was sent. */
  kind: 'server' | 'client';
  /** The W3C `traceparent` of what caused it; '' begins a trace. */
  parent: string;
  attributes: SpanAttributes;
}

/** A stretch of work that is being measured. Whoever starts one ends it, however the work ends. */
export interface Span {
  /** The W3C `traceparent` for calls made on its behalf. */
  readonly traceparent: string;
  /** @param isFailure whether the work failed through no fault of whoever asked for it. */
  end(attributes: SpanAttributes, isFailure: boolean): void;
}

/** Where spans go. */
export interface Tracing {
  startSpan(start: SpanStart): Span;
  /** Sends what is left, waiting at most `timeoutMs`. Never rejects. */
  shutdown(timeoutMs: number): Promise<void>;
}

let active: Tracing | undefined;

/**
 * The tracing of this process, undefined while there is none. What is traced asks each time and does nothing more without:
 * `activeTracing()?.startSpan(…)` does not even evaluate the arguments then.
 */
export function activeTracing(): Tracing | undefined {
  return active;
}

/** Makes one the tracing of this process, or ends tracing. */
export function setActiveTracing(tracing: Tracing | undefined): void {
  active = tracing;
}
