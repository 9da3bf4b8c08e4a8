import type { BillingState, CurrentPlan } from '@heliograph/dashboard-api';
import { type ReactNode, useState } from 'react';
import { useCancellation, usePlanPortal, useSubscribe } from '../../api/billing';
import { describeFailure } from '../../api/errors';
import { navigateAway } from '../../api/session';
import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  formatCount,
  formatDollars,
  Icon,
  Meter,
  Notice,
  UtcTime,
} from '../../design';
import styles from './plan-card.module.css';

/** The subscription: the offer, or the account's own. Renders nothing if none is offered. */
export function PlanCard({ state }: { state: BillingState }) {
  const { current, offer } = state.plan;
  if (current) return <Current state={state} current={current} />;
  if (offer) return <Offer offer={offer} />;
  return null;
}

function Offer({ offer }: { offer: NonNullable<BillingState['plan']['offer']> }) {
  const subscribe = useSubscribe();
  const [isLeaving, setLeaving] = useState(false);
  const begin = () =>
    subscribe.mutate(undefined, {
      onSuccess: ({ checkoutUrl }) => {
        setLeaving(true);
        navigateAway(checkoutUrl);
      },
    });
  return (
    <Card title="Subscription" description="For people: the command line and the dashboard.">
      <div className={styles.plan}>
        <Price dollars={offer.price} />
        <ul className={styles.benefits}>
          <Benefit>
            <strong>{formatCount(offer.cliRecords)}</strong> records a month for the command line
          </Benefit>
          <Benefit>Unlimited searches in Activities</Benefit>
          <Benefit>Cancel anytime: the plan runs to the end of the month you paid for</Benefit>
        </ul>
        <p className={styles.note}>
          API keys do not need a subscription: they use your prepaid balance. Unused records expire at the end
          of a month.
        </p>
        <Failure error={subscribe.error} />
        <div>
          <Button kind="primary" isBusy={subscribe.isPending || isLeaving} onClick={begin}>
            Subscribe for {formatDollars(offer.price)} a month
          </Button>
        </div>
      </div>
    </Card>
  );
}

const STATES: Record<CurrentPlan['state'], { tone: 'success' | 'warning' | 'danger'; label: string }> = {
  active: { tone: 'success', label: 'Active' },
  canceling: { tone: 'warning', label: 'Canceled' },
  past_due: { tone: 'danger', label: 'Past due' },
};

function Current({ state, current }: { state: BillingState; current: CurrentPlan }) {
  const portal = usePlanPortal();
  const cancellation = useCancellation();
  const [isAsking, setAsking] = useState(false);
  const { tone, label } = STATES[current.state];
  const manage = () => portal.mutate(undefined, { onSuccess: ({ portalUrl }) => navigateAway(portalUrl) });
  const isPastDue = current.state === 'past_due';
  const end = current.periodEnd && <UtcTime at={current.periodEnd} style="date" />;
  return (
    <Card title="Subscription" actions={<Badge tone={tone}>{label}</Badge>}>
      <div className={styles.plan}>
        <Price dollars={current.price} />
        <p>
          {current.state === 'active' && <>Renews on {end}.</>}
          {current.state === 'canceling' && <>Ends on {end}. Until then nothing changes.</>}
          {isPastDue && <>Paid until {end}.</>}
        </p>
        {isPastDue ? (
          <Notice tone="danger" title="The renewal could not be paid">
            Until the payment succeeds, the command line uses your one-time free records, and Activities your
            free searches.
          </Notice>
        ) : (
          <Meter
            label="Command line, this period"
            used={state.cli.used}
            total={state.cli.granted}
            unit="records"
            isCovered={state.prepaidUse.cli && state.balance.records > 0}
            note="Searches in Activities are unlimited."
          />
        )}
        <Failure error={portal.error ?? cancellation.error} />
        <div className={styles.buttons}>
          <Button kind={isPastDue ? 'primary' : 'secondary'} isBusy={portal.isPending} onClick={manage}>
            {isPastDue ? 'Update the payment' : 'Payment and invoices'}
          </Button>
          {current.state === 'canceling' ? (
            <Button
              kind="primary"
              isBusy={cancellation.isPending}
              onClick={() => cancellation.mutate({ cancels: false })}
            >
              Keep the subscription
            </Button>
          ) : (
            !isPastDue && (
              <Button kind="quietDanger" onClick={() => setAsking(true)}>
                Cancel subscription
              </Button>
            )
          )}
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancel the subscription?"
        confirmLabel="Cancel subscription"
        onClose={() => setAsking(false)}
        onConfirm={() => cancellation.mutateAsync({ cancels: true })}
      >
        It runs until {end} and is not renewed after that. The command line then uses the account’s one-time
        free records. You can change your mind until then.
      </ConfirmDialog>
    </Card>
  );
}

function Price({ dollars }: { dollars: string }) {
  return (
    <p className={styles.price}>
      {formatDollars(dollars)} <span className={styles.month}>a month</span>
    </p>
  );
}

function Benefit({ children }: { children: ReactNode }) {
  return (
    <li className={styles.benefit}>
      <Icon name="check" size={18} />
      <span>{children}</span>
    </li>
  );
}

function Failure({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <Notice tone="danger" live="alert">
      {describeFailure(error)}
    </Notice>
  );
}
