import { minuteOf } from '@heliograph/edge';

const MAXIMUM_ADDRESSES = 50_000;

/**
 * Counts what client addresses (of IPv6: networks) do in UTC minutes, in this process. Of rejected credentials it keeps a flood of invented ones
 * away from the identity service, and of the endpoints that need no credential it is the limit. Memory is bounded: over
 * the bound the address that came first in the minute starts again from zero.
 */
export class AddressGuard {
  private minute = -1;
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly maximumPerMinute: number,
    private readonly maximumAddresses: number = MAXIMUM_ADDRESSES,
  ) {}

  /** Whether an address has used up what it may do in this minute. */
  isBlocked(address: string, nowMs: number): boolean {
    return this.minute === minuteOf(nowMs) && (this.counts.get(address) ?? 0) >= this.maximumPerMinute;
  }

  /** Counts one more. */
  count(address: string, nowMs: number): void {
    const minute = minuteOf(nowMs);
    if (minute !== this.minute) {
      this.minute = minute;
      this.counts.clear();
    }
    const count = this.counts.get(address) ?? 0;
    if (count === 0 && this.counts.size >= this.maximumAddresses) {
      this.counts.delete(this.counts.keys().next().value!);
    }
    this.counts.set(address, count + 1);
  }
}
