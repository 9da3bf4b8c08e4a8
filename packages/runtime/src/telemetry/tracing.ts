/** A span's attributes. Never query text, keys, or other contents of a request. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  /** Low cardinality: with the route, not the path. */
  name: string;
  /** `server` for a request that arrived, `client` for one that was sent. */
  kind: 'server' | 'client';
  /** The W3C `traceparent` of its cause; '' starts a trace. */
  parent: string;
  attributes: SpanAttributes;
}

/** A unit of work being measured. Its creator must end it, however the work turns out. */
export interface Span {
  /** The W3C `traceparent` for calls made on its behalf. */
  readonly traceparent: string;
  /** @param isFailure whether the work failed through no fault of its caller. */
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
 * This process's tracing; undefined if there is none. Traced code checks it each time, so that without tracing it does
 * nothing more: `activeTracing()?.startSpan(…)` does not even evaluate its arguments.
 */
export function activeTracing(): Tracing | undefined {
  return active;
}

/** Sets this process's tracing, or turns it off. */
export function setActiveTracing(tracing: Tracing | undefined): void {
  active = tracing;
}
