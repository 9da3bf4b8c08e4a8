/** Of KafkaJS's own files: the requests of one connection. */
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
    /** Sends nothing for so many milliseconds. */
    maybeThrottle(ms: number): void;
    /** Looks at the pending requests again in a while, and then again. */
    scheduleCheckPendingRequests(): void;
  }

  export = RequestQueue;
}
