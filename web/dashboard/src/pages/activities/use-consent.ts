import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchesLeft } from '../../api/activities';
import { useSession } from '../../api/session';

const STORED_AS = 'heliograph.paid-searches';

/** The UTC month in which a user agreed here that an account pays for searches; empty where storage is blocked. */
function storedMonth(name: string): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Searches beyond the monthly number cost money if the account chose to pay for them: before the month's first one the
 * page shows the price and waits. The balance pays only for requests that say that the user agreed.
 */
export function useConsent(isSearch: boolean) {
  const { account, user } = useSession();
  const { data, isPending } = useSearchesLeft();
  const storedAs = `${STORED_AS}.${account.id}.${user.id}`;
  const [agreed, setAgreed] = useState(() => storedMonth(storedAs));
  const month = new Date().toISOString().slice(0, 7);
  const isPaid = data?.web?.remaining === 0 && data.prepaid.isChosen;
  const isAgreed = agreed === month;
  const isAsked = isSearch && isPaid && !isAgreed;
  return {
    isAgreed,
    /** Whether to search: known to be free, or agreed to. */
    isGiven: !isSearch || (!isPending && !isAsked),
    isAsked,
    /** @param resume asks again for what was refused before; by then requests say that the user agreed. */
    give: (resume?: () => unknown) => {
      flushSync(() => setAgreed(month));
      try {
        window.localStorage.setItem(storedAs, month);
      } catch {
        // Then it asks again after a reload.
      }
      void resume?.();
    },
  };
}
