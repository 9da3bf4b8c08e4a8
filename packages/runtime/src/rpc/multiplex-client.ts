import type { Client, ClientDuplexStream, Metadata } from '@grpc/grpc-js';
import type { rpc } from '@heliograph/proto';
import type { ServiceError } from '../errors/service-error';
import { BatchQueue } from './batch-queue';
import { errorFromFailure, unavailable } from './failure';
import { multiplexDefinition } from './multiplex-codec';

const MAXIMUM_BATCH = 256;
const SWEEP_INTERVAL_MS = 50;
/** The callee gets less time than the caller waits, so that its own verdict can still arrive. */
const REPLY_ALLOWANCE_MS = 25;

interface PendingCall {
  deadline: number;
  resolve: (response: Buffer) => void;
  reject: (error: ServiceError) => void;
}

export interface MultiplexedCall {
  method: string;
  request: Buffer;
  requestId: string;
  traceparent: string;
  timeoutMs: number;
}

/**
 * Sends unary calls over one long-lived stream. The stream opens at the first call and again after it broke; calls
 * that were in flight on a broken stream fail with `unavailable`, and whether they had an effect is unknown.
 */
export class MultiplexClient {
  private stream: ClientDuplexStream<rpc.CallFrame, rpc.ReplyFrame> | undefined;
  private readonly pending = new Map<number, PendingCall>();
  private readonly calls: BatchQueue<rpc.Call>;
  private sweeper: NodeJS.Timeout | undefined;
  private lastCorrelationId = 0;
  private closed = false;

  constructor(
    private readonly client: Client,
    private readonly metadata: () => Metadata,
    private readonly maximumInFlight: number,
  ) {
    this.calls = new BatchQueue((calls) => this.openStream().write({ calls }), MAXIMUM_BATCH);
  }

  /** Calls waiting for a reply. */
  get inFlight(): number {
    return this.pending.size;
  }

  call(call: MultiplexedCall): Promise<Buffer> {
    if (this.closed) return Promise.reject(unavailable('client closed'));
    if (this.pending.size >= this.maximumInFlight)
      return Promise.reject(unavailable('too many calls in flight'));
    // A new stream must exist before the call is pending, or its failure would not reach the call.
    this.openStream();
    const correlationId = this.nextCorrelationId();
    return new Promise((resolve, reject) => {
      this.pending.set(correlationId, { deadline: Date.now() + call.timeoutMs, resolve, reject });
      this.calls.add({
        correlationId,
        method: call.method,
        timeoutMs: Math.max(1, call.timeoutMs - REPLY_ALLOWANCE_MS),
        requestId: call.requestId,
        traceparent: call.traceparent,
        request: call.request,
      });
      this.sweeper ??= setInterval(() => this.sweep(), SWEEP_INTERVAL_MS).unref();
    });
  }

  close(): void {
    this.closed = true;
    this.stream?.end();
    this.failAll('client closed');
  }

  private nextCorrelationId(): number {
    do {
      this.lastCorrelationId = (this.lastCorrelationId + 1) >>> 0;
    } while (this.pending.has(this.lastCorrelationId));
    return this.lastCorrelationId;
  }

  private openStream(): ClientDuplexStream<rpc.CallFrame, rpc.ReplyFrame> {
    if (this.stream) return this.stream;
    const { path, requestSerialize, responseDeserialize } = multiplexDefinition.open;
    const stream = this.client.makeBidiStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      this.metadata(),
      {},
    );
    this.stream = stream;
    stream.on('data', (frame: rpc.ReplyFrame) => {
      for (const reply of frame.replies) this.settle(reply);
    });
    const broken = (cause: unknown) => {
      if (this.stream !== stream) return;
      this.stream = undefined;
      this.calls.clear();
      this.failAll(cause);
    };
    stream.on('error', broken);
    stream.on('end', () => {
      broken('stream ended');
      stream.end();
    });
    return stream;
  }

  private settle(reply: rpc.Reply): void {
    const call = this.pending.get(reply.correlationId);
    // Absent when the caller's time was up before the reply came.
    if (!call) return;
    this.pending.delete(reply.correlationId);
    if (reply.failure) call.reject(errorFromFailure(reply.failure));
    else call.resolve(reply.response ?? Buffer.alloc(0));
  }

  private sweep(): void {
    const now = Date.now();
    for (const [correlationId, call] of this.pending) {
      if (call.deadline > now) continue;
      this.pending.delete(correlationId);
      call.reject(unavailable('deadline exceeded'));
    }
    if (this.pending.size === 0) {
      clearInterval(this.sweeper);
      this.sweeper = undefined;
    }
  }

  private failAll(cause: unknown): void {
    const calls = [...this.pending.values()];
    this.pending.clear();
    for (const call of calls) call.reject(unavailable(cause));
  }
}
