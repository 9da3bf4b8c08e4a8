/** RFC 8628, section 3.2: the default pause between a client's polls. */
export const POLL_SECONDS = 5;
/** RFC 8628, section 3.5: how much longer a client must wait after polling too soon. */
const SLOW_DOWN_SECONDS = 5;
const SLOWEST_SECONDS = 60;
/** A response may take longer than the next request, so a request sent on time may arrive early. */
const TOLERANCE_SECONDS = 1;

export type DeviceLoginState = 'pending' | 'approved' | 'denied';

interface DevicePoll {
  state: DeviceLoginState;
  isExpired: boolean;
  intervalSeconds: number;
  /** Undefined for the first poll. */
  secondsSinceLast: number | undefined;
}

export type DevicePollOutcome = 'issue' | 'pending' | 'slow_down' | 'denied' | 'expired';

/** The answer to a client polling for its user's decision (RFC 8628, section 3.5). */
export function answerPoll(poll: DevicePoll): DevicePollOutcome {
  if (poll.isExpired) return 'expired';
  const { secondsSinceLast, intervalSeconds } = poll;
  switch (poll.state) {
    case 'approved':
      return 'issue';
    case 'denied':
      return 'denied';
    case 'pending':
      return secondsSinceLast !== undefined && secondsSinceLast < intervalSeconds - TOLERANCE_SECONDS
        ? 'slow_down'
        : 'pending';
  }
}

export function slowerInterval(intervalSeconds: number): number {
  return Math.min(intervalSeconds + SLOW_DOWN_SECONDS, SLOWEST_SECONDS);
}
