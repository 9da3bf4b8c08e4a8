import type { Facet } from '@heliograph/dashboard-api';
import { type CSSProperties, useMemo, useState } from 'react';
import { useCompanyMonths } from '../../api/activities';
import {
  Card,
  CategoryBadge,
  categoryLook,
  type Column,
  ErrorState,
  formatCount,
  formatMonth,
  formatShortMonth,
  Loading,
  Segments,
  Table,
} from '../../design';
import type { Labels } from '../activities/domain/labels';
import { categoriesShown, type CategoryMonths, describeMonths, monthsShown, otherMonths } from './months';
import styles from './over-time.module.css';

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const;

interface OverTimeProps {
  slug: string;
  categories: Facet;
  months: Facet;
  labels: Labels;
}

/** Funding, hiring, other frequent categories, and the rest, by month: exact, because the server counts. */
export function OverTime({ slug, categories, months, labels }: OverTimeProps) {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const shown = categoriesShown(categories.values.map(({ value }) => value));
  const counts = useCompanyMonths(slug, shown);
  const period = useMemo(() => monthsShown(months.values.map(({ value }) => value)), [months]);
  const ofCategories: CategoryMonths[] = shown.map((category, index) => ({
    category,
    counts: new Map(counts.months[index]?.values.map(({ value, count }) => [value, count])),
  }));
  const isPartial = categories.more || categories.values.length > shown.length;
  // The row for the rest has its place from the start, so that nothing moves.
  const others = counts.isPending
    ? isPartial && { category: undefined, counts: new Map<string, number>() }
    : otherMonths(months.values, ofCategories);
  const rows = others ? [...ofCategories, others] : ofCategories;
  const [first = '', latest = ''] = [period[0], period.at(-1)];
  return (
    <Card
      title="Over time"
      description={`Activities by month, ${formatShortMonth(first)} to ${formatShortMonth(latest)}`}
      actions={<Segments label="Show as" options={VIEWS} value={view} onChange={setView} />}
    >
      {counts.isPending ? (
        <Loading label="Loading activity over time">
          <div className={styles.loading} aria-hidden="true">
            <Bars rows={rows} period={period} labels={labels} />
          </div>
        </Loading>
      ) : counts.error ? (
        <ErrorState
          title="Activity over time could not be loaded"
          error={counts.error}
          onRetry={counts.refetch}
        />
      ) : view === 'table' ? (
        <MonthTable rows={rows} period={period} labels={labels} />
      ) : (
        <Bars rows={rows} period={period} labels={labels} />
      )}
    </Card>
  );
}

interface DrawingProps {
  rows: readonly CategoryMonths[];
  period: readonly string[];
  labels: Labels;
}

/** A row of bars for each category, all on one scale. */
function Bars({ rows, period, labels }: DrawingProps) {
  const highest = Math.max(1, ...rows.flatMap(({ counts }) => period.map((month) => counts.get(month) ?? 0)));
  return (
    <div className={styles.rows}>
      {rows.map((row) => {
        const label = labelOf(row, labels);
        const total = period.reduce((sum, month) => sum + (row.counts.get(month) ?? 0), 0);
        return (
          <div key={keyOf(row)} className={styles.row}>
            <span className={styles.label}>
              <CategoryBadge category={keyOf(row)} label={label} />
            </span>
            <div
              className={styles.bars}
              role="img"
              aria-label={`${label} by month: ${describeMonths(row, period, formatMonth)}. The table shows every month.`}
              style={{ '--bar': colorOf(row.category) } as CSSProperties}
            >
              {period.map((month) => {
                const count = row.counts.get(month) ?? 0;
                return (
                  <span
                    key={month}
                    className={styles.month}
                    title={`${formatMonth(month)}: ${formatCount(count)}`}
                  >
                    {count > 0 && (
                      <span className={styles.bar} style={{ height: `${(count / highest) * 100}%` }} />
                    )}
                  </span>
                );
              })}
            </div>
            <strong className={styles.total} aria-hidden="true">
              {formatCount(total)}
            </strong>
          </div>
        );
      })}
      <div className={styles.axis} aria-hidden="true">
        {[period[0], period[Math.floor((period.length - 1) / 2)], period.at(-1)].map((month, index) => (
          <span key={index}>{month && formatShortMonth(month)}</span>
        ))}
      </div>
    </div>
  );
}

function labelOf({ category }: CategoryMonths, labels: Labels): string {
  return category === undefined ? 'Other' : labels.of('category', category);
}

/** A corpus may use any category name except an empty one. */
const keyOf = ({ category = '' }: CategoryMonths) => category;

function colorOf(category = ''): string {
  const { kind } = categoryLook(category);
  return kind === 'other' ? 'var(--color-muted)' : `var(--color-category-${kind})`;
}

function MonthTable({ rows, period, labels }: DrawingProps) {
  const columns: Column<string>[] = [
    { id: 'month', header: 'Month', isHeading: true, cell: (month) => formatMonth(month) },
    ...rows.map((row): Column<string> => ({
      id: keyOf(row),
      header: labelOf(row, labels),
      align: 'end',
      cell: (month) => formatCount(row.counts.get(month) ?? 0),
    })),
  ];
  return (
    <div className={styles.table}>
      <Table
        caption="Activities by month"
        columns={columns}
        rows={[...period].reverse()}
        rowId={(month) => month}
        phone="scroll"
        isPlain
      />
    </div>
  );
}
