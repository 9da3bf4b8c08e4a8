import { useEffect, useState } from 'react';
import { useRefreshFunds } from '../../api/billing';

const POLL_MS = 2_000;
const SLOW_POLL_MS = 15_000;
/** After this the page says it is taking longer; the payment still counts whenever it is confirmed. */
const SLOW_AFTER_MS = 90_000;

/**
 * Refreshes what a payment changes until it is confirmed: the provider may notify the server before or after the browser
 * returns. Each refresh ends before the next pause begins, because a new one would cancel it: then a server slower than
 * the interval would never be heard.
 *
 * @returns whether it takes long.
 */
export function useAwaitedPayment(isAwaited: boolean): boolean {
  const [beganAt] = useState(() => Date.now());
  const [isLong, setLong] = useState(false);
  const refresh = useRefreshFunds();
  useEffect(() => {
    if (!isAwaited) return undefined;
    let timer: number | undefined;
    let hasEnded = false;
    const wait = () => {
      if (!hasEnded) timer = window.setTimeout(() => void look(), isLong ? SLOW_POLL_MS : POLL_MS);
    };
    const look = async () => {
      if (Date.now() - beganAt > SLOW_AFTER_MS) setLong(true);
      if (document.visibilityState === 'visible') await refresh();
      wait();
    };
    wait();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }, [beganAt, isAwaited, isLong, refresh]);
  return isLong;
}
