import type { LargeAccount, OperatorConsole } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  type ChartData,
  type Column,
  DayChart,
  dollarsOf,
  formatCount,
  formatDollars,
  microsOf,
  Money,
  Segments,
  Table,
} from '../../../design';
import styles from './console.module.css';
import { MeasuredCard } from './measured-card';

const MEASURES = [
  { value: 'revenue', label: 'Revenue' },
  { value: 'records', label: 'Records' },
  { value: 'requests', label: 'Requests' },
] as const;
type Measure = (typeof MEASURES)[number]['value'];

/** The chart's revenue values are micro-dollars, so that they stay whole numbers. */
const formatMicros = (micros: number) => formatDollars(dollarsOf(BigInt(Math.round(micros))));

/** The month's usage by day. */
export function UsageCard({ usage }: Pick<OperatorConsole, 'usage'>) {
  const [measure, setMeasure] = useState<Measure>('revenue');
  const { label } = MEASURES.find(({ value }) => value === measure)!;
  return (
    <MeasuredCard title="This month by day" source="Metering" measured={usage}>
      {({ days }) => {
        const chart: ChartData = {
          series: [{ id: measure, label }],
          days: days.map((day) => ({
            date: day.date,
            values: { [measure]: measure === 'revenue' ? Number(microsOf(day.revenue)) : day[measure] },
          })),
          ...(measure === 'revenue' && { format: formatMicros }),
        };
        return (
          <DayChart
            label={`${label} by day`}
            unit={measure === 'revenue' ? 'revenue' : measure.slice(0, -1)}
            plural={measure}
            chart={chart}
            controls={<Segments label="Show" options={MEASURES} value={measure} onChange={setMeasure} />}
          />
        );
      }}
    </MeasuredCard>
  );
}

const COLUMNS: Column<LargeAccount>[] = [
  {
    id: 'account',
    header: 'Account',
    isHeading: true,
    cell: ({ id, email }) => (
      <Link to={`/operator/accounts/${encodeURIComponent(id)}`} className={styles.account}>
        <bdi>{email ?? id}</bdi>
      </Link>
    ),
  },
  { id: 'records', header: 'Records', align: 'end', cell: ({ records }) => formatCount(records) },
  { id: 'revenue', header: 'Revenue', align: 'end', cell: ({ revenue }) => <Money amount={revenue} /> },
];

/** The month's largest accounts, by records and by revenue. */
export function LargestAccounts({ usage }: Pick<OperatorConsole, 'usage'>) {
  return (
    <div className={styles.columns}>
      <MeasuredCard title="Most records this month" source="Metering" measured={usage} isFlush>
        {({ byRecords }) => <Accounts caption="Accounts with the most records" accounts={byRecords} />}
      </MeasuredCard>
      <MeasuredCard title="Most revenue this month" source="Metering" measured={usage} isFlush>
        {({ bySpend }) => <Accounts caption="Accounts with the most revenue" accounts={bySpend} />}
      </MeasuredCard>
    </div>
  );
}

function Accounts({ caption, accounts }: { caption: string; accounts: LargeAccount[] }) {
  if (accounts.length === 0) return <p className={styles.empty}>None yet this month.</p>;
  return <Table caption={caption} columns={COLUMNS} rows={accounts} rowId={({ id }) => id} phone="scroll" />;
}
