import type { BillingState } from '@heliograph/dashboard-api';
import type { QueryClient } from '@tanstack/react-query';
import { billingQuery, useBilling } from '../../api/billing';
import { useMay } from '../../api/members';
import {
  Card,
  formatQuantity,
  Loaded,
  Loading,
  Meter,
  Money,
  Notice,
  PageHeader,
  PageStack,
  Skeleton,
  UtcTime,
} from '../../design';
import { AlertsCard } from './alerts-card';
import { AutoTopUpCard } from './auto-top-up-card';
import { BillingHistory } from './billing-history';
import styles from './billing-page.module.css';
import { PlanCard } from './plan-card';
import { PlanReturn } from './plan-return';
import { PrepaidUseCard } from './prepaid-use-card';
import { TopUpForm } from './top-up-form';
import { TopUpReturn } from './top-up-return';

export const preload = (client: QueryClient) => void client.prefetchQuery(billingQuery);

/** `/billing`; a checkout returns with `?top-up=success|canceled|pending`. */
export function Component() {
  const billing = useBilling();
  const canPay = useMay('beginTopUp');
  return (
    <>
      <PageHeader
        title="Billing"
        description="Your balance pays per record; a subscription covers the command line and searches. Times are in UTC."
      />
      <PageStack>
        <TopUpReturn />
        <Loaded
          query={billing}
          skeleton={<BillingSkeleton canPay={canPay} />}
          errorTitle="The balance could not be loaded"
        >
          {(state) => (
            <>
              <PlanReturn state={state} />
              {state.isLow && (
                <Notice
                  tone={isEmpty(state) ? 'danger' : 'warning'}
                  title={isEmpty(state) ? 'Your balance is used up' : 'Your balance is low'}
                >
                  {isEmpty(state)
                    ? 'API requests that need prepaid records get 402 until you top up.'
                    : 'When it is used up, API requests that return records get 402.'}
                </Notice>
              )}
              <div className={styles.columns}>
                <Balance state={state} />
                {canPay && (
                  <Card title="Top up" description={paymentDescription(state.payments)}>
                    <TopUpForm state={state} />
                  </Card>
                )}
              </div>
              {canPay && (
                <div className={styles.columns}>
                  <PlanCard state={state} />
                  <PrepaidUseCard state={state} />
                </div>
              )}
            </>
          )}
        </Loaded>
        <div className={styles.columns}>
          <AutoTopUpCard />
          <AlertsCard />
        </div>
        <BillingHistory />
      </PageStack>
    </>
  );
}

const isEmpty = ({ balance }: BillingState) => balance.records === 0;

function paymentDescription(payments: BillingState['payments']): string | undefined {
  switch (payments) {
    case 'stripe':
      return 'You pay on Stripe’s website; we never see your card details.';
    case 'development':
      return 'Development payments: nothing is charged.';
    case 'none':
      return undefined;
  }
}

function Balance({ state: { balance, pricePerRecord, api, subscription, plan } }: { state: BillingState }) {
  return (
    <Card title="Prepaid balance">
      <p className={styles.balance}>
        <Money amount={balance.amount} />
      </p>
      <p className={styles.note}>
        {balance.records === 0 ? (
          <>
            <Money amount={pricePerRecord} /> per record.
          </>
        ) : (
          <>
            Enough for {formatQuantity(balance.records, 'record')} at <Money amount={pricePerRecord} /> each.
          </>
        )}
      </p>
      <div className={styles.first}>
        <Meter
          label="API"
          used={api.used}
          total={api.granted}
          unit="free records"
          isCovered={balance.records > 0}
          note={
            api.remaining === 0
              ? 'Used up: keys now draw on the balance.'
              : 'Keys use these before the balance.'
          }
        />
      </div>
      {subscription && !plan.current && (
        <p className={styles.subscription}>
          <strong>Subscription</strong>
          <br />
          <UtcTime at={subscription.periodStart} style="date" /> to{' '}
          <UtcTime at={subscription.periodEnd} style="date" />, with{' '}
          {formatQuantity(subscription.cli.granted, 'record')} for the command line (
          {formatQuantity(subscription.cli.remaining, 'record')} left).
        </p>
      )}
    </Card>
  );
}

function BillingSkeleton({ canPay }: { canPay: boolean }) {
  return (
    <Loading label="Loading the balance">
      <div className={styles.columns}>
        <Skeleton height="15.5rem" />
        {canPay && <Skeleton height="20.25rem" />}
      </div>
      {canPay && (
        <div className={styles.columns}>
          <Skeleton height="22.25rem" />
          <Skeleton height="18rem" />
        </div>
      )}
    </Loading>
  );
}
