/** RFC 8628, section 3.2: the default pause between two attempts of a client. */
export const POLL_SECONDS = 5;
/** RFC 8628, section 3.5: how much longer a client that polls too often must wait. */
const SLOWER_SECONDS = 5;
const SLOWEST_SECONDS = 60;
/** A response may take longer than the next request, so that one sent in time arrives early. */
const TOLERANCE_SECONDS = 1;

export type DeviceLoginState = 'pending' | 'approved' | 'denied';

interface DevicePoll {
  state: DeviceLoginState;
  isExpired: boolean;
  intervalSeconds: number;
  /** Undefined at the first attempt. */
  secondsSinceLast: number | undefined;
}

export type DevicePollOutcome = 'issue' | 'pending' | 'slow_down' | 'denied' | 'expired';

/** The answer to a client that polls for its user's decision; RFC 8628, section 3.5. */
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
  return Math.min(intervalSeconds + SLOWER_SECONDS, SLOWEST_SECONDS);
}
