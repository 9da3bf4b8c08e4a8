const CHANNEL = 'heliograph.sign-out';

let channel: BroadcastChannel | undefined;

/**
 * Calls back when the user signs out in another tab or window of this browser. Where the browser blocks that with its
 * storage, a tab notices with its next request.
 */
export function onSignOutElsewhere(listener: () => void): void {
  try {
    channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', listener);
  } catch {
    // Blocked.
  }
}

/** Tells the others; a channel gets no message of its own. */
export function announceSignOut(): void {
  channel?.postMessage(null);
}
