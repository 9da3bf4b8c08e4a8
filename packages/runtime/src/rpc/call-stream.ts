import type { Client, ClientDuplexStream, Metadata } from '@grpc/grpc-js';
import type { rpc } from '@heliograph/proto';
import type { ServiceError } from '../errors/service-error';
import { BatchQueue } from './batch-queue';
import type { CancelSignal } from './cancellation';
import { CallCancelled, errorFromFailure, unavailable, wasRefused } from './failure';
import { multiplexDefinition } from './multiplex-codec';

/** The callee gets less time than the caller waits, so that the callee's own result can still arrive. */
const REPLY_ALLOWANCE_MS = 25;
/**
 * How long a backend must be silent to count as vanished. That one call timed out says too little: some wait for
 * 250 ms only, and a busy backend may be held up for longer.
 */
const SILENCE_MS = 3_000;

/** Times are on the clock of `performance.now()`: setting the machine's clock must not end or prolong calls. */
interface PendingCall {
  call: MultiplexedCall;
  sentAt: number;
  deadline: number;
  resolve: (response: Buffer) => void;
  reject: (error: ServiceError) => void;
  /** The listener on the call's signal. */
  onAbort: (() => void) | undefined;
}

export interface MultiplexedCall {
  method: string;
  request: Buffer;
  requestId: string;
  traceparent: string;
  timeoutMs: number;
  accountId: string;
  signal: CancelSignal | undefined;
}

/**
 * One long-lived stream to one backend, and its pending calls. If the stream breaks, they fail with `unavailable`, and
 * their effect is unknown. A retired stream takes no further calls and lets pending ones finish.
 */
export class CallStream {
  private readonly stream: ClientDuplexStream<rpc.CallFrame, rpc.ReplyFrame>;
  private readonly pending = new Map<number, PendingCall>();
  private readonly calls: BatchQueue<rpc.Call>;
  private readonly cancellations: BatchQueue<number>;
  private lastCorrelationId = 0;
  /** No call times out before this, so that thousands of waiting calls are not checked all the time. */
  private nextDeadline = Infinity;
  private lastHeardAt = performance.now();
  /** When the first call that timed out since the backend was last heard was sent; undefined if none did. */
  private unansweredSince: number | undefined;
  private retired = false;
  private over = false;

  /**
   * @param onOver called once, when the stream can no longer carry anything.
   * @param sendAgain for calls on a stream that was refused as a whole.
   */
  constructor(
    client: Client,
    metadata: Metadata,
    private readonly onOver: (stream: CallStream) => void,
    private readonly sendAgain: (call: MultiplexedCall) => Promise<Buffer>,
  ) {
    const { path, requestSerialize, responseDeserialize } = multiplexDefinition.open;
    this.stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata, {});
    this.calls = new BatchQueue(
      (calls) => this.send({ calls, cancelled: [] }),
      ({ request }) => request.length,
    );
    this.cancellations = new BatchQueue((cancelled) => {
      // A call must be sent before its cancellation.
      this.calls.flush();
      this.send({ calls: [], cancelled });
    });
    this.stream.on('data', (frame: rpc.ReplyFrame) => {
      this.lastHeardAt = performance.now();
      this.unansweredSince = undefined;
      for (const reply of frame.replies) this.settle(reply);
      if (frame.draining) this.retire();
    });
    this.stream.on('error', (error) => this.end(error));
    this.stream.on('end', () => {
      this.end('stream ended');
      this.stream.end();
    });
  }

  /** Calls waiting for a reply. */
  get inFlight(): number {
    return this.pending.size;
  }

  /** Whether it accepts calls. */
  get isOpen(): boolean {
    return !this.retired && !this.over;
  }

  call(call: MultiplexedCall): Promise<Buffer> {
    if (call.signal?.aborted) return Promise.reject(new CallCancelled());
    const correlationId = this.nextCorrelationId();
    return new Promise((resolve, reject) => {
      const onAbort = call.signal && (() => this.cancel(correlationId));
      const sentAt = performance.now();
      const deadline = sentAt + call.timeoutMs;
      this.nextDeadline = Math.min(this.nextDeadline, deadline);
      this.pending.set(correlationId, { call, sentAt, deadline, resolve, reject, onAbort });
      if (onAbort) call.signal?.addEventListener('abort', onAbort, { once: true });
      this.calls.add({
        correlationId,
        method: call.method,
        timeoutMs: Math.max(1, call.timeoutMs - REPLY_ALLOWANCE_MS),
        requestId: call.requestId,
        traceparent: call.traceparent,
        request: call.request,
        accountId: call.accountId,
      });
    });
  }

  /** Takes no further calls; existing ones are still sent and answered. */
  retire(): void {
    if (!this.isOpen) return;
    this.retired = true;
    this.calls.flush();
    this.stream.end();
  }

  /**
   * Rejects the calls that timed out.
   *
   * @returns whether one did and the backend has been silent for long: it may have vanished (its node lost, packets
   * dropped), which TCP notices only after a quarter of an hour.
   */
  expire(now: number): boolean {
    if (this.nextDeadline > now) return false;
    this.nextDeadline = Infinity;
    let hasExpired = false;
    for (const [correlationId, { sentAt, deadline }] of this.pending) {
      if (deadline > now) {
        this.nextDeadline = Math.min(this.nextDeadline, deadline);
        continue;
      }
      hasExpired = true;
      if (this.lastHeardAt < sentAt) this.unansweredSince ??= sentAt;
      this.take(correlationId)?.reject(unavailable('deadline exceeded'));
    }
    return hasExpired && this.unansweredSince !== undefined && now - this.unansweredSince >= SILENCE_MS;
  }

  /** Fails pending calls, and tells the backend, in case it still listens, that their responses are not awaited. */
  abandon(): void {
    this.end('the backend fell silent');
    this.stream.cancel();
  }

  /** Fails pending calls. */
  close(): void {
    this.stream.end();
    this.end('client closed');
  }

  private send(frame: rpc.CallFrame): void {
    // A retired stream sends nothing more: the callee finishes its calls, but their responses are lost.
    if (!this.over && !this.stream.writableEnded) this.stream.write(frame);
  }

  private cancel(correlationId: number): void {
    this.take(correlationId)?.reject(new CallCancelled());
    this.cancellations.add(correlationId);
  }

  /** Removes a pending call; undefined if it timed out or was canceled. */
  private take(correlationId: number): PendingCall | undefined {
    const pending = this.pending.get(correlationId);
    this.pending.delete(correlationId);
    if (pending?.onAbort) pending.call.signal?.removeEventListener('abort', pending.onAbort);
    return pending;
  }

  private nextCorrelationId(): number {
    do {
      this.lastCorrelationId = (this.lastCorrelationId + 1) >>> 0;
    } while (this.pending.has(this.lastCorrelationId));
    return this.lastCorrelationId;
  }

  private settle(reply: rpc.Reply): void {
    const call = this.take(reply.correlationId);
    if (!call) return;
    if (reply.failure) call.reject(errorFromFailure(reply.failure));
    else call.resolve(reply.response ?? Buffer.alloc(0));
  }

  private end(cause: unknown): void {
    if (this.over) return;
    this.over = true;
    this.calls.clear();
    const calls = [...this.pending.keys()].map((correlationId) => this.take(correlationId)!);
    this.onOver(this);
    for (const { call, deadline, resolve, reject } of calls) {
      const timeoutMs = Math.floor(deadline - performance.now());
      if (wasRefused(cause) && timeoutMs > 0) this.sendAgain({ ...call, timeoutMs }).then(resolve, reject);
      else reject(unavailable(cause));
    }
  }
}
