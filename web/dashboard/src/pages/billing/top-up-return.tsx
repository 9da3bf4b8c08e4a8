import type { BillingEntry } from '@heliograph/dashboard-api';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useBillingEntries, useRefreshFunds } from '../../api/billing';
import { Button, ButtonLink, formatDollars, keepFocusNearby, Notice } from '../../design';
import { creditOf, clearStartedTopUp, loadStartedTopUp } from './started-top-up';
import { useAwaitedPayment } from './use-awaited-payment';

const PARAMETER = 'top-up';

type Outcome = 'success' | 'canceled' | 'pending';
const isOutcome = (word: string | null): word is Outcome =>
  word === 'success' || word === 'canceled' || word === 'pending';

/** The outcome of a checkout, after the browser returns. */
export function TopUpReturn() {
  const [parameters, setParameters] = useSearchParams();
  const [outcome, setOutcome] = useState(() => {
    const told = parameters.get(PARAMETER);
    return isOutcome(told) ? told : null;
  });

  /** Once decided, drop the parameter: a reload or a bookmark is not a return from checkout. */
  const settle = useCallback(
    () =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete(PARAMETER);
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParameters],
  );
  const dismiss = () => {
    keepFocusNearby();
    settle();
    setOutcome(null);
  };

  if (outcome === null) return null;
  if (outcome === 'canceled') return <Canceled onSettled={settle} onDismiss={dismiss} />;
  return <Awaited onSettled={settle} onDismiss={dismiss} />;
}

function Dismiss({ onDismiss }: { onDismiss: () => void }) {
  return (
    <Button size="small" onClick={onDismiss}>
      Dismiss
    </Button>
  );
}

interface OutcomeProps {
  onSettled: () => void;
  onDismiss: () => void;
}

function Canceled({ onSettled, onDismiss }: OutcomeProps) {
  useSettled(true, onSettled);
  return (
    <Notice live="status" title="The payment was canceled" action={<Dismiss onDismiss={onDismiss} />}>
      Nothing was charged, and your balance is unchanged.
    </Notice>
  );
}

/** Cleans up once the outcome is known. */
function useSettled(isSettled: boolean, onSettled: () => void): void {
  useEffect(() => {
    if (!isSettled) return;
    clearStartedTopUp(window);
    onSettled();
  }, [isSettled, onSettled]);
}

/** The provider may notify the server before or after the browser returns, so the page waits. */
function Awaited({ onSettled, onDismiss }: OutcomeProps) {
  const [started] = useState(() => loadStartedTopUp(window));
  const [beganAt] = useState(() => Date.now());
  const [credit, setCredit] = useState<BillingEntry | null>(null);
  const entries = useBillingEntries();
  const refresh = useRefreshFunds();
  const found = creditOf(entries.data?.pages[0]?.items ?? [], started, beganAt);
  if (credit === null && found) setCredit(found);

  const isCredited = credit !== null;
  useSettled(isCredited, onSettled);
  const isLong = useAwaitedPayment(!isCredited);
  useEffect(() => void refresh(), [isCredited, refresh]);

  if (credit)
    return (
      <Notice
        tone="success"
        live="status"
        title={`${formatDollars(credit.amount)} was added to your balance`}
        action={
          <>
            <ButtonLink to={`/billing/receipts/${credit.id}`} size="small">
              Receipt
            </ButtonLink>
            <Dismiss onDismiss={onDismiss} />
          </>
        }
      >
        Thank you. Your keys can use it right away.
      </Notice>
    );
  return (
    <Notice
      live="status"
      title={isLong ? 'The payment is taking longer than usual' : 'Waiting for the payment to be confirmed…'}
      action={<Dismiss onDismiss={onDismiss} />}
    >
      {isLong
        ? 'Some payment methods take days. Your balance is credited as soon as it is confirmed, and the payment then shows below.'
        : 'This usually takes a few seconds. You can leave this page: the balance updates on its own.'}
    </Notice>
  );
}
