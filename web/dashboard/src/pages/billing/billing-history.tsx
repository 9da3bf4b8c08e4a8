import type { BillingEntry } from '@heliograph/dashboard-api';
import { Link } from 'react-router';
import { useBillingEntries } from '../../api/billing';
import {
  Card,
  type Column,
  EmptyState,
  ErrorState,
  formatQuantity,
  LoadMore,
  RowsSkeleton,
  Table,
} from '../../design';
import styles from './billing-history.module.css';
import { ENTRY_COLUMNS } from './entry-columns';

const columns: Column<BillingEntry>[] = [
  ...ENTRY_COLUMNS,
  {
    id: 'receipt',
    header: 'Receipt',
    isHeaderHidden: true,
    align: 'end',
    cell: (entry) =>
      entry.hasReceipt && (
        <Link to={`/billing/receipts/${entry.id}`} className={styles.receipt}>
          Receipt<span className="visually-hidden"> of {entry.createdAt.slice(0, 10)}</span>
        </Link>
      ),
  },
];

/** Everything that changed the balance or an allowance, except usage itself. */
export function BillingHistory() {
  const entries = useBillingEntries();
  const rows = entries.data?.pages.flatMap(({ items }) => items);
  return (
    <Card isFlush title="History" description="Daily figures are under Usage.">
      {rows === undefined ? (
        <div className={styles.inner}>
          {entries.isPending ? (
            <RowsSkeleton label="Loading the history" rows={3} />
          ) : (
            <ErrorState
              error={entries.error}
              title="The history could not be loaded"
              onRetry={() => void entries.refetch()}
            />
          )}
        </div>
      ) : rows.length === 0 ? (
        <EmptyState icon="card" title="Nothing yet">
          Top-ups with their receipts, credits, and free records show up here.
        </EmptyState>
      ) : (
        <>
          <Table
            caption="Balance changes, newest first"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
          />
          <LoadMore
            hasMore={entries.hasNextPage}
            isLoading={entries.isFetchingNextPage}
            error={entries.isFetchNextPageError ? entries.error : undefined}
            onLoad={() => void entries.fetchNextPage()}
            shown={formatQuantity(rows.length, 'entry', 'entries')}
          />
        </>
      )}
    </Card>
  );
}
