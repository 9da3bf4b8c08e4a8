import { BoundedMap } from './bounded-map';
import { minuteOf } from './rate-limits';

const MAXIMUM_ADDRESSES = 50_000;

/**
 * Counts events per client address (IPv6: network) and UTC minute, in this process. For rejected credentials, it keeps
 * a flood of invented ones away from the identity service; for endpoints without a credential, it is the limit. Memory
 * is bounded: beyond the bound, the minute's oldest address restarts from zero.
 */
export class IpThrottle {
  private minute = -1;
  private readonly counts: BoundedMap<number>;

  constructor(
    private readonly maximumPerMinute: number,
    maximumAddresses: number = MAXIMUM_ADDRESSES,
  ) {
    this.counts = new BoundedMap(maximumAddresses);
  }

  /** Whether an address has reached its limit in this minute. */
  isBlocked(address: string, nowMs: number): boolean {
    return this.minute === minuteOf(nowMs) && (this.counts.get(address) ?? 0) >= this.maximumPerMinute;
  }

  /** Counts one event. */
  count(address: string, nowMs: number): void {
    const minute = minuteOf(nowMs);
    if (minute !== this.minute) {
      this.minute = minute;
      this.counts.clear();
    }
    this.counts.set(address, (this.counts.get(address) ?? 0) + 1);
  }
}
