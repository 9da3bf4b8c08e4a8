import type { Client, Metadata } from '@grpc/grpc-js';
import { CallStream, type MultiplexedCall } from './call-stream';
import { unavailable } from './failure';

const SWEEP_INTERVAL_MS = 50;

interface MultiplexClientOptions {
  /** Made anew for each stream. */
  metadata: () => Metadata;
  /** Calls waiting for a reply, on all streams together, before more are refused. */
  maximumInFlight: number;
  /** Streams side by side. Each goes to the backend whose turn it is when it opens. */
  streams: number;
  /**
   * Milliseconds, give or take a quarter, after which a stream makes way for a new one, so that backends that came later get
   * their share; undefined: never.
   */
  streamLifetimeMs: number | undefined;
  /** Called when a backend fell silent: connects anew, so that `client` gives another client from then on. */
  onSilence: () => void;
}

interface Slot {
  stream: CallStream;
  retireAt: number;
}

/**
 * Sends unary calls over a few long-lived streams. Those of one turn of the event loop go together, over the stream
 * with the fewest calls in flight. Streams open when they are needed; see {@link CallStream} for what happens to calls
 * on a stream that breaks.
 */
export class MultiplexClient {
  private readonly slots: (Slot | undefined)[];
  /** Also those that take no further calls and still wait for replies. */
  private readonly streams = new Set<CallStream>();
  private sweeper: NodeJS.Timeout | undefined;
  /** Of this turn of the event loop. */
  private chosen: CallStream | undefined;
  private lastIndex = 0;
  private closed = false;

  constructor(
    /** The one to open streams with. */
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
    this.sweeper ??= setInterval(() => this.sweep(), SWEEP_INTERVAL_MS).unref();
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
    const now = Date.now();
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

  /** Of several with as few calls in flight, the one whose turn it is. */
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
    // Streams that opened together must not all be renewed together.
    return streamLifetimeMs === undefined ? Infinity : streamLifetimeMs * (0.75 + Math.random() / 2);
  }

  /** New streams use new connections, which a backend that is gone does not take; the old ones finish their calls. */
  private reconnect(silent: readonly CallStream[]): void {
    this.options.onSilence();
    for (const stream of silent) stream.abandon();
    for (const slot of this.slots) slot?.stream.retire();
    this.slots.fill(undefined);
    this.chosen = undefined;
  }

  private sweep(): void {
    const now = Date.now();
    const silent = [...this.streams].filter((stream) => stream.expire(now) && stream.isOpen);
    if (silent.length > 0) this.reconnect(silent);
    if (this.inFlight === 0) {
      clearInterval(this.sweeper);
      this.sweeper = undefined;
    }
  }
}
