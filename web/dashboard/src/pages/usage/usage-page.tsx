import type { UsageReport } from '@heliograph/dashboard-api';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../../api/session';
import { serverNow } from '../../api/server-clock';
import { usageQuery, useUsage, usageFilePath } from '../../api/usage';
import {
  ButtonAnchor,
  ButtonLink,
  Card,
  DayChart,
  EmptyState,
  formatMonth,
  Loaded,
  PageHeader,
  PageStack,
  Segments,
  Select,
  Skeleton,
  Loading,
} from '../../design';
import { useMayOpen } from '../../layout/use-may-open';
import { type Dimension, type Measure, pivotByDay, requestsInDashboard, totalUsage } from './usage-pivot';
import { Totals, TotalsTable } from './usage-totals';
import styles from './usage-page.module.css';

const DIMENSIONS = [
  { value: 'operation', label: 'Operation' },
  { value: 'key', label: 'Key' },
  { value: 'channel', label: 'Channel' },
] as const;

const MEASURES = [
  { value: 'records', label: 'Records' },
  { value: 'requests', label: 'Requests' },
] as const;

const DIMENSION_LABELS: Record<Dimension, { by: string; column: string }> = {
  operation: { by: 'by operation', column: 'Operation' },
  key: { by: 'by key', column: 'Key or device' },
  channel: { by: 'by channel', column: 'Channel' },
};

const isDimension = (word: string | null): word is Dimension =>
  DIMENSIONS.some(({ value }) => value === word);

/** The month in the URL; null, for the current month, if absent or invalid. */
function monthOf(parameters: URLSearchParams): string | null {
  const month = parameters.get('month');
  return month !== null && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? month : null;
}

/** UTC, by the server's clock: `YYYY-MM-DD`. */
const today = () => new Date(serverNow()).toISOString().slice(0, 10);

export const preload = (client: QueryClient, { searchParams }: URL) =>
  void client.prefetchQuery(usageQuery(monthOf(searchParams)));

/** `/usage?month=YYYY-MM&by=operation|key|channel` */
export function Component() {
  const { account } = useSession();
  const [parameters, setParameters] = useSearchParams();
  const month = monthOf(parameters);
  const usage = useUsage(month);
  const shownMonth = month ?? usage.data?.month ?? today().slice(0, 7);
  // Local state, because following the URL would make the switch lag behind the click; the URL is updated for links.
  const [dimension, setDimension] = useState<Dimension>(() => {
    const by = parameters.get('by');
    return isDimension(by) ? by : 'operation';
  });

  const set = (name: string, value: string) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(name, value);
        return after;
      },
      { replace: name === 'by', preventScrollReset: true },
    );

  return (
    <>
      <PageHeader
        title="Usage"
        description="What your keys, devices, and searches used, by UTC day and month."
        actions={
          <>
            <MonthPicker
              // Empty until the report says which months there are: a header that grew would move the page.
              months={usage.data?.months ?? []}
              month={shownMonth}
              onChange={(value) => set('month', value)}
            />
            <ButtonAnchor icon="download" href={usageFilePath(shownMonth, account.id)} download>
              Download CSV
            </ButtonAnchor>
          </>
        }
      />
      <PageStack>
        <Loaded query={usage} skeleton={<UsageSkeleton />} errorTitle="Usage could not be loaded">
          {(report) => (
            <div className={styles.report} aria-busy={usage.isPlaceholderData}>
              <UsageOf
                report={report}
                dimension={dimension}
                onDimension={(value) => {
                  setDimension(value);
                  set('by', value);
                }}
              />
            </div>
          )}
        </Loaded>
      </PageStack>
    </>
  );
}

function MonthPicker({
  months: known,
  month,
  onChange,
}: {
  months: readonly string[];
  month: string;
  onChange: (month: string) => void;
}) {
  const months = known.includes(month) ? known : [month, ...known].sort().reverse();
  return (
    <div className={styles.month}>
      <Select aria-label="Month (UTC)" value={month} onChange={(event) => onChange(event.target.value)}>
        {months.map((each) => (
          <option key={each} value={each}>
            {formatMonth(each)}
          </option>
        ))}
      </Select>
    </div>
  );
}

function UsageOf({
  report,
  dimension,
  onDimension,
}: {
  report: UsageReport;
  dimension: Dimension;
  onDimension: (dimension: Dimension) => void;
}) {
  const [measure, setMeasure] = useState<Measure>('records');
  const chart = useMemo(() => pivotByDay(report, dimension, measure, today()), [report, dimension, measure]);
  const totals = useMemo(() => totalUsage(report.rows, dimension), [report, dimension]);
  const labels = DIMENSION_LABELS[dimension];
  const mayOpenKeys = useMayOpen('/keys');

  return (
    <>
      <Totals report={report} />
      {report.rows.length === 0 ? (
        <Card>
          <EmptyState
            icon="chart"
            title={`No usage in ${formatMonth(report.month)}`}
            action={mayOpenKeys && <ButtonLink to="/keys">Go to API keys</ButtonLink>}
          >
            Requests show up here within a few seconds.
          </EmptyState>
        </Card>
      ) : (
        <>
          <Card title="By day" description="UTC days">
            <DayChart
              label={`${measure === 'records' ? 'Records' : 'Requests'} by day, ${labels.by}`}
              chart={chart}
              unit={measure === 'records' ? 'record' : 'request'}
              controls={
                <>
                  <Segments label="Stack by" options={DIMENSIONS} value={dimension} onChange={onDimension} />
                  <Segments label="Count" options={MEASURES} value={measure} onChange={setMeasure} />
                </>
              }
            />
          </Card>
          <Card
            isFlush
            title={`${formatMonth(report.month)} ${labels.by}`}
            description="The whole month, UTC"
          >
            <TotalsTable
              key={`${report.month} ${dimension}`}
              report={report}
              totals={totals}
              heading={labels.column}
            />
            {requestsInDashboard(report.rows) > 0 && (
              <p className={styles.footnote}>Requests in the dashboard are not counted in the total.</p>
            )}
          </Card>
        </>
      )}
    </>
  );
}

function UsageSkeleton() {
  return (
    <Loading label="Loading the usage">
      <Skeleton height="5.5rem" />
      <Skeleton height="25rem" />
      <Skeleton height="12rem" />
    </Loading>
  );
}
