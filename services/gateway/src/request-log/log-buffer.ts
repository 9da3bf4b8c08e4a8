import type { metering } from '@heliograph/proto';
import { timeOfUuid, uuidv7 } from '@heliograph/runtime';

/** Half a kilobyte each: what an unavailable metering service may cost this process. */
const MAXIMUM_WAITING = 20_000;
/** Kinds of refusals per minute. */
const MAXIMUM_REFUSALS = 10_000;

const MINUTE_MS = 60_000;
const TOO_MANY_REQUESTS = 429;

type Entry = metering.LoggedRequest;

/** An answered request as it is added; the buffer assigns its id. */
export type AnsweredRequest = Omit<Entry, 'id' | 'requests'>;

/**
 * A bounded buffer of entries to send. Requests refused by a limit share one entry per minute, credential, and
 * operation, which waits again whenever it has grown: however many requests an account sends beyond its limits, its log
 * gets few entries.
 */
export class LogBuffer {
  private readonly waiting: Entry[] = [];
  /** The current minute's, by credential, operation, and code. */
  private readonly refusals = new Map<string, Entry>();
  private minute = 0;
  /** Refusals that have grown since they were taken. */
  private readonly grown = new Set<Entry>();

  constructor(private readonly clock: () => number = Date.now) {}

  get size(): number {
    return this.waiting.length + this.grown.size;
  }

  /** When the oldest entry was answered, in milliseconds since the Unix epoch; undefined if none wait. */
  get oldestMs(): number | undefined {
    const [refusal] = this.grown;
    const times = [this.waiting[0], refusal].flatMap((entry) => (entry ? timeOfUuid(entry.id) : []));
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** @returns false if there is no room. */
  add(request: AnsweredRequest): boolean {
    const now = this.clock();
    if (request.status === TOO_MANY_REQUESTS) return this.addRefusal(request, now);
    if (this.waiting.length >= MAXIMUM_WAITING) return false;
    this.waiting.push(named(request, now));
    return true;
  }

  /** Removes up to `count` entries, oldest first. No two have the same id. */
  take(count: number): Entry[] {
    const taken: Entry[] = [];
    for (const refusal of this.grown) {
      if (taken.length === count) break;
      taken.push(refusal);
      this.grown.delete(refusal);
    }
    return taken.concat(this.waiting.splice(0, count - taken.length));
  }

  private addRefusal(request: AnsweredRequest, now: number): boolean {
    const minute = Math.floor(now / MINUTE_MS);
    // Entries that grew are still sent.
    if (minute !== this.minute) this.refusals.clear();
    this.minute = minute;
    const name = `${request.credentialId} ${request.route} ${request.operation} ${request.errorCode}`;
    let refusal = this.refusals.get(name);
    if (refusal) {
      refusal.requests += 1;
    } else {
      if (this.refusals.size >= MAXIMUM_REFUSALS || this.grown.size >= MAXIMUM_WAITING) return false;
      refusal = named(request, now);
      this.refusals.set(name, refusal);
    }
    this.grown.add(refusal);
    return true;
  }
}

function named(request: AnsweredRequest, now: number): Entry {
  return { ...request, id: uuidv7(now), requests: 1 };
}
