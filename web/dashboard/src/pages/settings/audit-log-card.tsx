import type { AuditEntry } from '@heliograph/dashboard-api';
import { useAuditLog } from '../../api/settings';
import {
  Card,
  type Column,
  EmptyState,
  ErrorState,
  Loading,
  LoadMore,
  Skeleton,
  Table,
  Time,
} from '../../design';
import styles from './settings.module.css';

const columns: Column<AuditEntry>[] = [
  { id: 'at', header: 'Time', cell: ({ at }) => <Time at={at} style="second" /> },
  {
    id: 'text',
    header: 'What happened',
    isHeading: true,
    cell: ({ text, action }) => (
      <div className={styles.what}>
        <span>{text}</span>
        <code className={styles.action}>{action}</code>
      </div>
    ),
  },
  { id: 'by', header: 'By', cell: ({ by }) => by },
  {
    id: 'request',
    header: 'Request',
    cell: ({ requestId }) => requestId && <code className={styles.request}>{requestId}</code>,
  },
];

/** What was done in the account, and by whom. */
export function AuditLogCard() {
  const log = useAuditLog();
  const rows = log.data?.pages.flatMap(({ items }) => items);
  return (
    <Card
      isFlush
      title="Audit log"
      description="What happened in your account, newest first. Entries cannot be changed."
    >
      {rows === undefined ? (
        <div className={styles.inner}>
          {log.isPending ? (
            <Loading label="Loading the audit log">
              <Skeleton height="2.75rem" />
              <Skeleton height="2.75rem" />
              <Skeleton height="2.75rem" />
              <Skeleton height="2.75rem" />
            </Loading>
          ) : (
            <ErrorState
              error={log.error}
              title="The audit log could not be loaded"
              onRetry={() => void log.refetch()}
            />
          )}
        </div>
      ) : rows.length === 0 ? (
        <EmptyState icon="book" title="Nothing yet">
          Keys you create or revoke, sign-ins and account changes show up here.
        </EmptyState>
      ) : (
        <>
          <Table caption="Audit log, newest first" columns={columns} rows={rows} rowId={({ id }) => id} />
          <LoadMore
            hasMore={log.hasNextPage}
            isLoading={log.isFetchingNextPage}
            error={log.isFetchNextPageError ? log.error : undefined}
            onLoad={() => void log.fetchNextPage()}
          />
        </>
      )}
    </Card>
  );
}
