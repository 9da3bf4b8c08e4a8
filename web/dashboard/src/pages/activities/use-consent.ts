import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchesLeft } from '../../api/activities';
import { serverNow } from '../../api/server-clock';
import { useSession } from '../../api/session';

const STORED_AS = 'heliograph.paid-searches';

/**
 * The UTC month in which the user agreed, in this browser, to let the account pay for searches; null if storage is
 * blocked.
 */
function storedMonth(name: string): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Searches beyond the monthly allowance cost money if the account opted in: before the month's first one, the page
 * shows the price and waits. The balance pays only for requests that say the user agreed.
 */
export function useConsent(isSearch: boolean) {
  const { account, user } = useSession();
  const { data, isPending } = useSearchesLeft();
  const storedAs = `${STORED_AS}.${account.id}.${user.id}`;
  const [agreed, setAgreed] = useState(() => storedMonth(storedAs));
  const month = new Date(serverNow()).toISOString().slice(0, 7);
  const isPaid = data?.web?.remaining === 0 && data.prepaid.isChosen;
  const isAgreed = agreed === month;
  const isAsked = isSearch && isPaid && !isAgreed;
  return {
    isAgreed,
    /** Whether to search: the search is known to be free, or the user agreed to pay. */
    isGiven: !isSearch || (!isPending && !isAsked),
    isAsked,
    /** @param resume repeats the refused request; by then, requests say that the user agreed. */
    give: (resume?: () => unknown) => {
      flushSync(() => setAgreed(month));
      try {
        window.localStorage.setItem(storedAs, month);
      } catch {
        // The page then asks again after a reload.
      }
      void resume?.();
    },
  };
}
