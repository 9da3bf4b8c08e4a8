import { useState } from 'react';
import { useSearchesLeft } from '../../api/activities';

const STORED_AS = 'heliograph.paid-searches';

/** The UTC month for which the user agreed here to pay for searches; a store that refuses holds none. */
function storedMonth(): string | null {
  try {
    return window.localStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}

/**
 * Searches beyond the month's cost money, where the account chose to pay for them: before the first one in a month the page says
 * how much, and waits.
 */
export function useConsent(isSearch: boolean) {
  const { data, isPending } = useSearchesLeft();
  const [agreed, setAgreed] = useState(storedMonth);
  const month = new Date().toISOString().slice(0, 7);
  const isPaid = data?.web?.remaining === 0 && data.prepaid.isChosen;
  const isAsked = isSearch && isPaid && agreed !== month;
  return {
    /** Whether it may be searched: known to be free, or agreed to. */
    isGiven: !isSearch || (!isPending && !isAsked),
    isAsked,
    give: () => {
      setAgreed(month);
      try {
        window.localStorage.setItem(STORED_AS, month);
      } catch {
        // Then it is asked again after a reload.
      }
    },
  };
}
