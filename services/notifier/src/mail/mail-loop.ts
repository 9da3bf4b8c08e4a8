import { uuidv7 } from '@heliograph/runtime';
import { setTimeout as delay } from 'node:timers/promises';

interface MailLoopParts<Lease> {
  /** Leases of what is ready. */
  claim(limit: number, token: string): Promise<Lease[]>;
  /** Never rejects. */
  work: (lease: Lease) => Promise<void>;
  /** Pause between two claims while nothing is ready. */
  pollMs: number;
  /** Nothing could be claimed; that is retried. */
  onFailure: (error: unknown) => void;
}

/** Limit, per process, of searches being counted, of accounts being checked, and of connections to the mail server. */
const MAXIMUM_CONCURRENT = 4;

/** Works through what a store has ready, a few at a time. What takes long occupies only its own place. */
export class MailLoop<Lease> {
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private loop: Promise<void> = Promise.resolve();
  private wakeUp = new AbortController();

  constructor(private readonly parts: MailLoopParts<Lease>) {}

  start(): void {
    this.loop = this.run();
  }

  /** Begins nothing more. Resolves when nothing is in progress, or after this long. */
  async stop(maximumMs: number): Promise<void> {
    this.stopping.abort();
    this.wakeUp.abort();
    await this.loop;
    const limit = new AbortController();
    const late = delay(maximumMs, undefined, { signal: limit.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.running), late]);
    limit.abort();
  }

  private async run(): Promise<void> {
    const { claim, work, pollMs, onFailure } = this.parts;
    while (!this.stopping.signal.aborted) {
      this.wakeUp = new AbortController();
      let leases: Lease[] = [];
      const room = MAXIMUM_CONCURRENT - this.running.size;
      try {
        if (room > 0) leases = await claim(room, uuidv7());
      } catch (error) {
        onFailure(error);
      }
      for (const lease of leases) this.begin(work(lease));
      if (leases.length === 0)
        await delay(pollMs, undefined, { signal: this.wakeUp.signal }).catch(() => undefined);
    }
  }

  private begin(work: Promise<void>): void {
    const tracked = work.finally(() => {
      this.running.delete(tracked);
      this.wakeUp.abort();
    });
    this.running.add(tracked);
  }
}
