import { minuteOf } from '@heliograph/rate-limits';

const MAXIMUM_ADDRESSES = 50_000;

/**
 * Counts rejected credentials of each client address in UTC minutes. It keeps a flood of invented keys away from the
 * identity service; credentials that were valid lately are not held up by it, so that one bad client behind a shared
 * address does not lock out the others.
 */
export class RejectionGuard {
  private minute = -1;
  private readonly rejections = new Map<string, number>();

  constructor(
    private readonly maximumPerMinute: number,
    private readonly maximumAddresses: number = MAXIMUM_ADDRESSES,
  ) {}

  /** Whether an address has used up its rejections of this minute. */
  isBlocked(address: string, nowMs: number): boolean {
    return this.minute === minuteOf(nowMs) && (this.rejections.get(address) ?? 0) >= this.maximumPerMinute;
  }

  /** Counts one rejection. */
  reject(address: string, nowMs: number): void {
    const minute = minuteOf(nowMs);
    if (minute !== this.minute) {
      this.minute = minute;
      this.rejections.clear();
    }
    const count = this.rejections.get(address) ?? 0;
    if (count === 0 && this.rejections.size >= this.maximumAddresses) {
      this.rejections.delete(this.rejections.keys().next().value!);
    }
    this.rejections.set(address, count + 1);
  }
}
