import type { AccountDetails } from '@heliograph/dashboard-api';
import { Card, formatMonth, formatQuantity, Meter, Money, UtcTime } from '../../design';
import styles from './operator.module.css';

/** An account's balance, and what is left of its allowances and subscription. */
export function AccountFunds({ funds }: { funds: AccountDetails['funds'] }) {
  const { balance, allowances, subscription, prepaidUse, month } = funds;
  const isPaid = (isChosen: boolean) => isChosen && balance.records > 0;
  const alsoPaid = [prepaidUse.cli && 'the command line', prepaidUse.web && 'searches'].filter(Boolean);
  const { api, cli, web } = allowances;
  return (
    <Card title="Funds">
      <p className={styles.balance}>
        <Money amount={balance.amount} />
      </p>
      <p className={styles.muted}>
        {formatQuantity(balance.records, 'record')} · {formatMonth(month.month)} (UTC):{' '}
        {formatQuantity(month.records, 'record')} in {formatQuantity(month.requests, 'request')}
        {alsoPaid.length > 0 && <> · the balance pays for {alsoPaid.join(' and ')} too</>}
      </p>
      <div className={styles.meters}>
        <Meter
          label="Free API records"
          used={api.used}
          total={api.granted}
          unit="records"
          isCovered={isPaid(true)}
        />
        <Meter
          label="Free command-line records"
          used={cli.used}
          total={cli.granted}
          unit="records"
          isCovered={isPaid(prepaidUse.cli)}
        />
        {web ? (
          <Meter label="Dashboard searches this month" used={web.used} total={web.granted} unit="searches" />
        ) : (
          <p className={styles.muted}>Dashboard searches: unlimited</p>
        )}
        {subscription && (
          <div>
            <Meter
              label="Subscription, command-line records"
              used={subscription.cli.used}
              total={subscription.cli.granted}
              unit="records"
            />
            <p className={styles.muted}>
              until <UtcTime at={subscription.periodEnd} />
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}
