import type { Overview } from '@heliograph/dashboard-api';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { keysQuery, useKeys } from '../../api/keys';
import { useMay } from '../../api/members';
import { overviewQuery, useOverview } from '../../api/overview';
import { useSession } from '../../api/session';
import {
  ButtonLink,
  Card,
  DayChart,
  EmptyState,
  Figure,
  FigureRow,
  formatQuantity,
  Loaded,
  Loading,
  Money,
  PageHeader,
  PageStack,
  Segments,
  Skeleton,
} from '../../design';
import { Allowances } from './allowances';
import { Attention } from './attention';
import { currentStep, isChartBehind } from './first-steps';
import { FirstSteps } from './first-steps-card';
import { changeText, forecastText, paceOf } from './pace';
import { recordsFigure } from './records-figure';
import styles from './overview-page.module.css';

/** Polling interval while waiting for the first request. */
const POLL_MS = 4000;

export function preload(client: QueryClient) {
  void client.prefetchQuery(overviewQuery);
  // The page waits for these too. Members who may not see keys get a refusal that nothing shows.
  void client.prefetchQuery(keysQuery);
}

/** `/`: balance, usage, and what to do next. */
export function Component() {
  const { installation } = useSession();
  const [isWaiting, setWaiting] = useState(false);
  const pollMs = isWaiting ? POLL_MS : false;
  const canSeeKeys = useMay('listKeys');
  const canCreateKeys = useMay('createKey');
  const keys = useKeys(pollMs, canSeeKeys);
  const overview = useOverview(pollMs);
  const step = canCreateKeys && overview.data && keys.data ? currentStep(overview.data, keys.data) : null;
  const isAwaited =
    step === 'request' || (isWaiting && overview.data !== undefined && isChartBehind(overview.data));
  if (isWaiting !== isAwaited) setWaiting(isAwaited);

  // Render once both are loaded, so that nothing moves afterwards; if the keys fail, go ahead without them.
  const isPending = overview.isPending || (overview.data !== undefined && canSeeKeys && keys.isPending);
  const both = { ...overview, isPending, data: isPending ? undefined : overview.data };

  return (
    <>
      <PageHeader title="Overview" />
      <Loaded query={both} skeleton={<OverviewSkeleton />} errorTitle="The overview could not be loaded">
        {(data) => (
          <PageStack>
            <Attention notices={data.notices} isNew={step === 'key' || step === 'request'} />
            {step && <FirstSteps step={step} apiUrl={installation.apiUrl} />}
            <Figures overview={data} />
            <UseByDay overview={data} />
            <Allowances overview={data} />
          </PageStack>
        )}
      </Loaded>
    </>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const canPay = useMay('beginTopUp');
  const { balance, allowances, today, month, days } = overview;
  const pace = days && paceOf(days);
  const change = pace && changeText(pace);
  return (
    <FigureRow label="Balance and usage">
      <Figure
        label="Prepaid balance"
        value={<Money amount={balance.amount} />}
        note={
          balance.records === 0 && allowances.api.remaining > 0
            ? `${formatQuantity(allowances.api.remaining, 'free record')} left`
            : `Enough for ${formatQuantity(balance.records, 'record')}`
        }
        more={pace && forecastText(overview, pace)}
        action={
          canPay && (
            <ButtonLink to="/billing" size="small">
              Top up
            </ButtonLink>
          )
        }
      />
      <Figure
        label="Today (UTC)"
        {...(today ? recordsFigure(today.records) : { value: '—' })}
        note={today ? formatQuantity(today.requests, 'request') : 'Not available right now'}
        trend={days?.map(({ records }) => records)}
      />
      <Figure
        label="This month (UTC)"
        {...recordsFigure(month.records)}
        note={formatQuantity(month.requests, 'request')}
        more={pace && change && `Last 7 days: ${formatQuantity(pace.week, 'record')}, ${change}`}
      />
    </FigureRow>
  );
}

const MEASURES = [
  { value: 'records', label: 'Records' },
  { value: 'requests', label: 'Requests' },
] as const;

function UseByDay({ overview: { days } }: { overview: Overview }) {
  const [measure, setMeasure] = useState<'records' | 'requests'>('records');
  const chart = useMemo(
    () => ({
      series: [{ id: measure, label: measure === 'records' ? 'Records' : 'Requests' }],
      days: (days ?? []).map((day) => ({ date: day.date, values: { [measure]: day[measure] } })),
    }),
    [days, measure],
  );
  return (
    <Card
      title="The last 30 days"
      description="UTC days"
      actions={
        <Link to="/usage" className={styles.more}>
          All usage
        </Link>
      }
    >
      {days === null ? (
        <EmptyState icon="chart" title="Usage by day is not available right now">
          Nothing is lost: every request is still counted, and the chart comes back on its own.
        </EmptyState>
      ) : (
        <DayChart
          label={measure === 'records' ? 'Records by day' : 'Requests by day'}
          chart={chart}
          unit={measure === 'records' ? 'record' : 'request'}
          controls={<Segments label="Count" options={MEASURES} value={measure} onChange={setMeasure} />}
        />
      )}
    </Card>
  );
}

function OverviewSkeleton() {
  return (
    <Loading label="Loading the overview">
      <FigureRow>
        <Skeleton height="8.75rem" />
        <Skeleton height="8.75rem" />
        <Skeleton height="8.75rem" />
      </FigureRow>
      <Skeleton height="25rem" />
      <Skeleton height="12rem" />
    </Loading>
  );
}
