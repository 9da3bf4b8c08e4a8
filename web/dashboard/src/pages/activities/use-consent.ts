import { useState } from 'react';
import { useSearchesLeft } from '../../api/activities';

const STORED_AS = 'heliograph.paid-searches';

/** The UTC month in which the user agreed here to pay for searches; empty where storage is blocked. */
function storedMonth(): string | null {
  try {
    return window.localStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}

/**
 * Searches beyond the monthly number cost money if the account chose to pay for them: before the month's first one the
 * page shows the price and waits.
 */
export function useConsent(isSearch: boolean) {
  const { data, isPending } = useSearchesLeft();
  const [agreed, setAgreed] = useState(storedMonth);
  const month = new Date().toISOString().slice(0, 7);
  const isPaid = data?.web?.remaining === 0 && data.prepaid.isChosen;
  const isAsked = isSearch && isPaid && agreed !== month;
  return {
    /** Whether to search: known to be free, or agreed to. */
    isGiven: !isSearch || (!isPending && !isAsked),
    isAsked,
    give: () => {
      setAgreed(month);
      try {
        window.localStorage.setItem(STORED_AS, month);
      } catch {
        // Then it asks again after a reload.
      }
    },
  };
}
