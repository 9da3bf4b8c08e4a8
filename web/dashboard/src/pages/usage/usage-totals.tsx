import type { UsageReport } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { type Column, formatCount, formatMonth, formatQuantity, LoadMore, Money, Table } from '../../design';
import { requestsInDashboard, type UsageTotal } from './usage-pivot';
import styles from './usage-page.module.css';

/** A month's overall figures. */
export function Totals({ report: { month, rows, totals } }: { report: UsageReport }) {
  const inDashboard = requestsInDashboard(rows);
  const figures = [
    { term: 'Records', value: formatCount(totals.records) },
    {
      term: 'Requests',
      value: formatCount(totals.requests),
      note: inDashboard > 0 && `and ${formatCount(inDashboard)} in the dashboard`,
    },
    { term: 'Cost', value: <Money amount={totals.cost} /> },
  ];
  return (
    <section aria-label={`Totals for ${formatMonth(month)}, UTC`}>
      <dl className={styles.totals}>
        {figures.map(({ term, value, note }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
            {note && <dd className={styles.note}>{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}

interface TotalsTableProps {
  report: UsageReport;
  totals: readonly UsageTotal[];
  heading: string;
}

/** Rows at once: five thousand keys would keep a fast machine busy for seconds. */
const ROWS = 200;

/** A month's figures by operation, key, or channel; the last row totals all, shown or not. */
export function TotalsTable({ report, totals, heading }: TotalsTableProps) {
  const [shown, setShown] = useState(ROWS);
  const rows = totals.slice(0, shown);
  const total = (name: 'allowanceRecords' | 'prepaidRecords' | 'subscriptionRecords') =>
    formatCount(totals.reduce((all, sum) => all + sum[name], 0));
  const columns: Column<UsageTotal>[] = [
    {
      id: 'label',
      header: heading,
      isHeading: true,
      cell: ({ label }) => <bdi>{label}</bdi>,
      footer: 'Total',
    },
    {
      id: 'requests',
      header: 'Requests',
      align: 'end',
      cell: ({ requests }) => formatCount(requests),
      footer: formatCount(report.totals.requests),
    },
    {
      id: 'records',
      header: 'Records',
      align: 'end',
      cell: ({ records }) => formatCount(records),
      footer: formatCount(report.totals.records),
    },
    {
      id: 'allowance',
      header: 'Free',
      align: 'end',
      cell: ({ allowanceRecords }) => formatCount(allowanceRecords),
      footer: total('allowanceRecords'),
    },
    {
      id: 'subscription',
      header: 'Subscription',
      align: 'end',
      cell: ({ subscriptionRecords }) => formatCount(subscriptionRecords),
      footer: total('subscriptionRecords'),
    },
    {
      id: 'prepaid',
      header: 'Prepaid',
      align: 'end',
      cell: ({ prepaidRecords }) => formatCount(prepaidRecords),
      footer: total('prepaidRecords'),
    },
    {
      id: 'cost',
      header: 'Cost',
      align: 'end',
      cell: ({ cost }) => <Money amount={cost} />,
      footer: <Money amount={report.totals.cost} />,
    },
  ];
  return (
    <>
      <Table
        caption={`Usage in ${formatMonth(report.month)}, UTC`}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        phone="scroll"
        hasFooter
      />
      <LoadMore
        hasMore={totals.length > shown}
        isLoading={false}
        onLoad={() => setShown(shown + ROWS)}
        label={`Show more of ${formatCount(totals.length)}`}
        shown={formatQuantity(rows.length, 'row')}
      />
    </>
  );
}
