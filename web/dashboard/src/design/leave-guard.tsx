import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/**
 * Keeps the reader on the page while it is mounted, because leaving would lose a secret that is shown once: Back and
 * links do nothing, and the browser asks before it closes the tab. Mount one at a time: the router has one blocker.
 *
 * @param onAttempt for a secret that is shown. Without it, a change is pending: the end of the session, which also ends
 *   the change, leads to sign-in.
 */
export function LeaveGuard({ onAttempt }: { onAttempt?: () => void }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      (onAttempt !== undefined || nextLocation.pathname !== '/sign-in'),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    onAttempt?.();
  }, [blocker, onAttempt]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  return null;
}
