import type { BillingState } from '@heliograph/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useRefreshFunds } from '../../api/billing';
import { SESSION_KEY } from '../../api/query-client';
import { Button, formatQuantity, keepFocusNearby, Notice } from '../../design';
import { useAwaitedPayment } from './use-awaited-payment';

const PARAMETER = 'plan';

/** The outcome of a subscription checkout, after the browser returns. */
export function PlanReturn({ state }: { state: BillingState }) {
  const [parameters, setParameters] = useSearchParams();
  const [outcome, setOutcome] = useState(() => parameters.get(PARAMETER));
  const refresh = useRefreshFunds();
  const client = useQueryClient();
  const { current } = state.plan;
  const isAwaited = outcome === 'success' && current === null;
  const isSettled = outcome === 'canceled' || (outcome === 'success' && current !== null);

  const isLong = useAwaitedPayment(isAwaited);

  // Once decided, drop the parameter: a reload or a bookmark is not a return from checkout.
  useEffect(() => {
    if (!isSettled) return;
    void client.invalidateQueries({ queryKey: SESSION_KEY });
    void refresh();
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(PARAMETER);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isSettled, client, refresh, setParameters]);

  const dismiss = (
    <Button
      size="small"
      onClick={() => {
        keepFocusNearby();
        setOutcome(null);
      }}
    >
      Dismiss
    </Button>
  );
  if (outcome === 'canceled')
    return (
      <Notice live="status" title="You did not subscribe" action={dismiss}>
        Nothing was charged, and nothing has changed.
      </Notice>
    );
  if (outcome !== 'success') return null;
  if (current)
    return (
      <Notice tone="success" live="status" title="You are subscribed" action={dismiss}>
        The command line has {formatQuantity(current.cliRecords, 'record')} for this month, and searches in
        Activities are unlimited.
      </Notice>
    );
  return (
    <Notice
      live="status"
      title={
        isLong
          ? 'The subscription is taking longer than usual'
          : 'Waiting for the subscription to be confirmed…'
      }
      action={dismiss}
    >
      {isLong
        ? 'It begins as soon as the payment is confirmed, and then shows below.'
        : 'This usually takes a few seconds. You can leave this page: it is confirmed on its own.'}
    </Notice>
  );
}
