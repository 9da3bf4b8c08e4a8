import type { ServerDuplexStream } from '@grpc/grpc-js';
import { type rpc } from '@heliograph/proto';
import { BatchQueue } from './batch-queue';
import { Cancellation } from './cancellation';
import { CallCancelled, failureFromError, unavailable } from './failure';
import type { MethodRegistry } from './method-registry';

/** How long a peer may still send calls after being asked to go elsewhere. */
const NOTICE_MS = 1_000;

type Stream = ServerDuplexStream<rpc.CallFrame, rpc.ReplyFrame>;

/** Serves a registry's unary methods over long-lived streams; see proto/heliograph/rpc/v1/multiplex.proto. */
export class MultiplexServer {
  private readonly sessions = new Set<Session>();
  private draining = false;

  constructor(
    private readonly registry: MethodRegistry,
    private readonly maximumInFlight: number,
  ) {}

  /** @param caller the name the stream was authenticated with; each call is checked against its method's allow-list. */
  accept(stream: Stream, caller: string): void {
    const session = new Session(stream, caller, this.registry, this.maximumInFlight);
    this.sessions.add(session);
    stream.once('close', () => {
      this.sessions.delete(session);
      session.abandon();
    });
    stream.once('end', () => session.finish());
    stream.once('error', () => this.sessions.delete(session));
    if (this.draining) session.drain();
  }

  /**
   * Asks each stream's peer to go elsewhere. Calls that still arrive are served; a stream ends once its peer has
   * half-closed it and its calls are answered.
   */
  drain(): void {
    this.draining = true;
    for (const session of this.sessions) session.drain();
  }
}

class Session {
  /** Number of calls whose replies have not been written yet. */
  private unanswered = 0;
  /** Running calls, by correlation id. */
  private readonly running = new Map<number, Cancellation>();
  private finishing = false;
  private readonly replies: BatchQueue<rpc.Reply>;

  constructor(
    private readonly stream: Stream,
    private readonly caller: string,
    private readonly registry: MethodRegistry,
    private readonly maximumInFlight: number,
  ) {
    this.replies = new BatchQueue(
      (replies) => this.send(replies),
      ({ response }) => response?.length ?? 0,
    );
    stream.on('data', (frame: rpc.CallFrame) => {
      for (const call of frame.calls) this.run(call);
      for (const correlationId of frame.cancelled)
        this.running.get(correlationId)?.cancel(new CallCancelled());
    });
  }

  drain(): void {
    if (this.finishing || !this.stream.writable) return;
    this.stream.write({ replies: [], draining: true });
    // A peer of an earlier version does not know this notice.
    setTimeout(() => this.finish(), NOTICE_MS).unref();
  }

  /** Cancels everything: the stream is gone, so responses are not awaited. */
  abandon(): void {
    for (const cancellation of this.running.values()) cancellation.cancel(new CallCancelled());
  }

  /** Refuses further calls and ends the stream once everything is answered. */
  finish(): void {
    this.finishing = true;
    this.endIfDone();
  }

  private run(call: rpc.Call): void {
    const { correlationId } = call;
    this.unanswered += 1;
    const send = (reply: Pick<rpc.Reply, 'response' | 'failure'>) =>
      this.replies.add({ correlationId, ...reply });
    if (this.finishing || this.unanswered > this.maximumInFlight) {
      const cause = this.finishing ? 'draining' : 'too many calls in flight';
      send({ failure: failureFromError(unavailable(cause)), response: undefined });
      return;
    }
    const cancellation = new Cancellation();
    this.running.set(correlationId, cancellation);
    this.registry
      .invoke(call.method, call.request, {
        requestId: call.requestId,
        traceparent: call.traceparent,
        caller: this.caller,
        timeoutMs: call.timeoutMs,
        accountId: call.accountId,
        cancellation,
      })
      .finally(() => this.running.delete(correlationId))
      .then(
        (response) => send({ response, failure: undefined }),
        (error) => send({ failure: failureFromError(error), response: undefined }),
      );
  }

  private send(replies: rpc.Reply[]): void {
    this.unanswered -= replies.length;
    if (!this.stream.writable) return;
    this.stream.write({ replies, draining: false });
    this.endIfDone();
  }

  private endIfDone(): void {
    if (this.finishing && this.unanswered === 0 && this.stream.writable) this.stream.end();
  }
}
