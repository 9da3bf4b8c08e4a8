/** One of KafkaJS's own files: a connection's requests. */
declare module 'kafkajs/src/network/requestQueue' {
  interface PushedRequest {
    entry: { correlationId: number; resolve(response: unknown): void; reject(error: Error): void };
    expectResponse: boolean;
    sendRequest(): void;
  }

  class RequestQueue {
    /** Requests that cannot be sent yet. */
    pending: unknown[];
    constructor(options: { requestTimeout: number; logger: { debug(text: string): void } });
    push(request: PushedRequest): void;
    fulfillRequest(response: { correlationId: number; payload: Buffer; size: number }): void;
    /** Sends nothing for this many milliseconds. */
    maybeThrottle(ms: number): void;
    /** Checks the pending requests after a while, and repeats. */
    scheduleCheckPendingRequests(): void;
  }

  export = RequestQueue;
}
