import type { Client, Metadata } from '@grpc/grpc-js';
import { CallStream, type MultiplexedCall } from './call-stream';
import { unavailable } from './failure';

const SWEEP_INTERVAL_MS = 50;

interface MultiplexClientOptions {
  /** Creates the metadata of a stream. */
  metadata: () => Metadata;
  /** Pending calls on all streams together beyond which more are refused. */
  maximumInFlight: number;
  /** Number of parallel streams. Each new one goes to the next backend. */
  streams: number;
  /**
   * Milliseconds, plus or minus a quarter, after which a stream is replaced, so that newer backends get their share;
   * undefined means never.
   */
  streamLifetimeMs: number | undefined;
  /** Called when a backend falls silent: must reconnect, so that `client` returns another client from then on. */
  onSilence: () => void;
}

interface Slot {
  stream: CallStream;
  retireAt: number;
}

/**
 * Sends unary calls over a few long-lived streams. Calls of one event-loop turn go together, over the stream with the
 * fewest calls in flight. Streams open on demand; see {@link CallStream} for calls on a broken stream.
 */
export class MultiplexClient {
  private readonly slots: (Slot | undefined)[];
  /** Includes retired streams that still wait for replies. */
  private readonly streams = new Set<CallStream>();
  private sweeper: NodeJS.Timeout | undefined;
  /** The stream chosen in this turn of the event loop. */
  private chosen: CallStream | undefined;
  private lastIndex = 0;
  private closed = false;

  constructor(
    /** Returns the client for opening streams. */
    private readonly client: () => Client,
    private readonly options: MultiplexClientOptions,
  ) {
    this.slots = Array.from({ length: options.streams }, () => undefined);
  }

  /** Calls waiting for a reply. */
  get inFlight(): number {
    let sum = 0;
    for (const stream of this.streams) sum += stream.inFlight;
    return sum;
  }

  call(call: MultiplexedCall): Promise<Buffer> {
    if (this.closed) return Promise.reject(unavailable('client closed'));
    if (this.inFlight >= this.options.maximumInFlight)
      return Promise.reject(unavailable('too many calls in flight'));
    const stream = this.chosen?.isOpen ? this.chosen : this.choose();
    const reply = stream.call(call);
    // Handle what has arrived first: a process that was held up would blame the backend for its own delay.
    this.sweeper ??= setInterval(() => setImmediate(() => this.sweep()), SWEEP_INTERVAL_MS).unref();
    return reply;
  }

  close(): void {
    this.closed = true;
    for (const stream of this.streams) stream.close();
  }

  private choose(): CallStream {
    if (this.chosen === undefined) setImmediate(() => (this.chosen = undefined));
    const index = this.leastLoaded();
    this.lastIndex = index;
    const slot = this.slots[index];
    const now = performance.now();
    if (slot?.stream.isOpen && slot.retireAt > now) return (this.chosen = slot.stream);
    slot?.stream.retire();
    const stream = new CallStream(
      this.client(),
      this.options.metadata(),
      (over) => this.streams.delete(over),
      (call) => this.call(call),
    );
    this.streams.add(stream);
    this.slots[index] = { stream, retireAt: now + this.lifetime() };
    return (this.chosen = stream);
  }

  /** The least loaded slot; among equals, the next in turn. */
  private leastLoaded(): number {
    const { length } = this.slots;
    let best = (this.lastIndex + 1) % length;
    for (let step = 2; step <= length; step += 1) {
      const index = (this.lastIndex + step) % length;
      if (this.loadOf(index) < this.loadOf(best)) best = index;
    }
    return best;
  }

  private loadOf(index: number): number {
    const stream = this.slots[index]?.stream;
    return stream?.isOpen ? stream.inFlight : 0;
  }

  private lifetime(): number {
    const { streamLifetimeMs } = this.options;
    // Streams opened together must not all be replaced together.
    return streamLifetimeMs === undefined ? Infinity : streamLifetimeMs * (0.75 + Math.random() / 2);
  }

  /**
   * Opens new streams over new connections, which a dead backend does not accept; the old streams finish their calls.
   */
  private reconnect(silent: readonly CallStream[]): void {
    this.options.onSilence();
    for (const stream of silent) stream.abandon();
    for (const slot of this.slots) slot?.stream.retire();
    this.slots.fill(undefined);
    this.chosen = undefined;
  }

  private sweep(): void {
    const now = performance.now();
    const silent = [...this.streams].filter((stream) => stream.expire(now) && stream.isOpen);
    if (silent.length > 0) this.reconnect(silent);
    if (this.inFlight === 0) {
      clearInterval(this.sweeper);
      this.sweeper = undefined;
    }
  }
}
