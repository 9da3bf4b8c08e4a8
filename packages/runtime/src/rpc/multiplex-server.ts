import type { ServerDuplexStream } from '@grpc/grpc-js';
import { type rpc } from '@heliograph/proto';
import { BatchQueue } from './batch-queue';
import { failureFromError, unavailable } from './failure';
import type { MethodRegistry } from './method-registry';

const MAXIMUM_BATCH = 256;

type Stream = ServerDuplexStream<rpc.CallFrame, rpc.ReplyFrame>;

/** Serves the unary methods of a registry over long-lived streams; see proto/heliograph/rpc/v1/multiplex.proto. */
export class MultiplexServer {
  private readonly sessions = new Set<Session>();
  private draining = false;

  constructor(
    private readonly registry: MethodRegistry,
    private readonly maximumInFlight: number,
  ) {}

  /** @param caller the name that the stream was authenticated with; each call is held to its method's allow-list. */
  accept(stream: Stream, caller: string): void {
    const session = new Session(stream, caller, this.registry, this.maximumInFlight);
    this.sessions.add(session);
    stream.once('close', () => this.sessions.delete(session));
    stream.once('end', () => session.drain());
    stream.once('error', () => this.sessions.delete(session));
    if (this.draining) session.drain();
  }

  /** Refuses new calls and ends each stream once its calls in flight are answered. */
  drain(): void {
    this.draining = true;
    for (const session of this.sessions) session.drain();
  }
}

class Session {
  private inFlight = 0;
  private draining = false;
  private readonly replies: BatchQueue<rpc.Reply>;

  constructor(
    private readonly stream: Stream,
    private readonly caller: string,
    private readonly registry: MethodRegistry,
    private readonly maximumInFlight: number,
  ) {
    this.replies = new BatchQueue((replies) => this.send(replies), MAXIMUM_BATCH);
    stream.on('data', (frame: rpc.CallFrame) => {
      for (const call of frame.calls) this.run(call);
    });
  }

  drain(): void {
    this.draining = true;
    if (this.inFlight === 0) this.stream.end();
  }

  private run(call: rpc.Call): void {
    const { correlationId } = call;
    if (this.draining || this.inFlight >= this.maximumInFlight) {
      const cause = this.draining ? 'draining' : 'too many calls in flight';
      this.replies.add({ correlationId, failure: failureFromError(unavailable(cause)), response: undefined });
      return;
    }
    this.inFlight += 1;
    this.registry
      .invoke(call.method, call.request, {
        requestId: call.requestId,
        traceparent: call.traceparent,
        caller: this.caller,
        deadline: Date.now() + call.timeoutMs,
      })
      .then(
        (response) => this.replies.add({ correlationId, response, failure: undefined }),
        (error) => this.replies.add({ correlationId, failure: failureFromError(error), response: undefined }),
      )
      .finally(() => {
        this.inFlight -= 1;
      });
  }

  private send(replies: rpc.Reply[]): void {
    if (!this.stream.writable) return;
    this.stream.write({ replies });
    if (this.draining && this.inFlight === 0) this.stream.end();
  }
}
