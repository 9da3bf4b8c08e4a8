import type { Overview } from '@heliograph/dashboard-api';
import { Card, Meter, UtcTime } from '../../design';
import styles from './allowances.module.css';

/** The free allowances, and what a subscription adds. */
export function Allowances({
  overview: { allowances, subscription, balance, prepaidUse },
}: {
  overview: Overview;
}) {
  const isPaid = (isChosen: boolean) => isChosen && balance.records > 0;
  return (
    <Card
      title="Allowances"
      description="Free records are a one-time grant. Searches in Activities reset every UTC month."
    >
      <div className={styles.grid}>
        <Meter
          label="API"
          used={allowances.api.used}
          total={allowances.api.granted}
          unit="free records"
          isCovered={isPaid(true)}
          note={
            allowances.api.remaining === 0
              ? 'Used up: keys now draw on the prepaid balance.'
              : 'After that, keys draw on the prepaid balance.'
          }
        />
        {subscription ? (
          <div>
            <Meter
              label="Command line, subscription"
              used={subscription.cli.used}
              total={subscription.cli.granted}
              unit="records"
              isCovered={isPaid(prepaidUse.cli)}
            />
            <p className={styles.note}>
              Until <UtcTime at={subscription.periodEnd} />
            </p>
          </div>
        ) : (
          <Meter
            label="Command line"
            used={allowances.cli.used}
            total={allowances.cli.granted}
            unit="free records"
            isCovered={isPaid(prepaidUse.cli)}
            note={
              prepaidUse.cli
                ? 'After that, the command line draws on the prepaid balance.'
                : 'For searches with the signals client.'
            }
          />
        )}
        {allowances.web ? (
          <Meter
            label="Searches in Activities"
            used={allowances.web.used}
            total={allowances.web.granted}
            unit="searches"
            isCovered={isPaid(prepaidUse.web)}
            note={
              prepaidUse.web
                ? 'After that, searches draw on the prepaid balance.'
                : 'Browsing and filters are free.'
            }
          />
        ) : (
          <div className={styles.unlimited}>
            <span className={styles.label}>Searches in Activities</span>
            <span className={styles.note}>Unlimited with your plan</span>
          </div>
        )}
      </div>
    </Card>
  );
}
