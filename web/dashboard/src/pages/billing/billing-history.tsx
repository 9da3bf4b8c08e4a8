import type { BillingEntry } from '@heliograph/dashboard-api';
import { Link } from 'react-router';
import { useBillingEntries } from '../../api/billing';
import {
  Card,
  type Column,
  EmptyState,
  ErrorState,
  Loading,
  LoadMore,
  microsOf,
  Money,
  Skeleton,
  Table,
  UtcTime,
} from '../../design';
import styles from './billing-history.module.css';
import { recordChanges } from './record-changes';

const KINDS: Record<BillingEntry['kind'], string> = {
  credit: 'Top-up',
  refund: 'Refund or dispute',
  reversal: 'Reversal',
  subscription: 'Subscription',
  grant: 'Free records',
  expiry: 'Expired',
};

/** A credit without a receipt is not a payment: an operator granted it. */
function kindOf({ kind, hasReceipt }: BillingEntry): string {
  return kind === 'credit' && !hasReceipt ? 'Credit' : KINDS[kind];
}

const columns: Column<BillingEntry>[] = [
  { id: 'at', header: 'Time', cell: ({ createdAt }) => <UtcTime at={createdAt} /> },
  {
    id: 'kind',
    header: 'Type',
    isHeading: true,
    cell: (entry) => (
      <div className={styles.what}>
        <span>{kindOf(entry)}</span>
        {entry.reason && <span className={styles.detail}>{entry.reason}</span>}
      </div>
    ),
  },
  {
    id: 'reference',
    header: 'Reference',
    cell: ({ reference }) => reference && <code className={styles.reference}>{reference}</code>,
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount, records }) =>
      microsOf(amount) === 0n ? recordChanges(records) : <Money amount={amount} hasSign />,
  },
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
            <Loading label="Loading the history">
              <Skeleton height="2.75rem" />
              <Skeleton height="2.75rem" />
              <Skeleton height="2.75rem" />
            </Loading>
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
          />
        </>
      )}
    </Card>
  );
}
