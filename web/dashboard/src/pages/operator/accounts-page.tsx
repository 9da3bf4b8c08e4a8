import type { ListedAccount } from '@heliograph/dashboard-api';
import { Link, useSearchParams } from 'react-router';
import { useOperatedAccounts } from '../../api/operator';
import {
  Badge,
  Button,
  Card,
  type Column,
  EmptyState,
  ErrorState,
  FindForm,
  formatCount,
  formatQuantity,
  Loading,
  LoadMore,
  Money,
  PageHeader,
  PageStack,
  Table,
  Time,
} from '../../design';
import { PlanBadge, StatusBadge } from './account-status';
import styles from './operator.module.css';

const COLUMNS: Column<ListedAccount>[] = [
  {
    id: 'account',
    header: 'Account',
    isHeading: true,
    cell: ({ id, email, name, role }) => (
      <div className={styles.who}>
        <span>
          <Link to={`/operator/accounts/${encodeURIComponent(id)}`}>
            <bdi>{email}</bdi>
          </Link>{' '}
          {role === 'operator' && <Badge tone="info">Operator</Badge>}
        </span>
        {name && <bdi className={styles.name}>{name}</bdi>}
      </div>
    ),
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'plan', header: 'Plan', cell: ({ plan }) => <PlanBadge plan={plan} /> },
  {
    id: 'records',
    header: 'Records this month',
    align: 'end',
    cell: ({ funds }) => (funds ? formatCount(funds.recordsThisMonth) : '—'),
  },
  {
    id: 'balance',
    header: 'Balance',
    align: 'end',
    cell: ({ funds }) => (funds ? <Money amount={funds.balance} /> : '—'),
  },
  {
    id: 'seen',
    header: 'Last sign-in',
    cell: ({ lastSignInAt }) => (lastSignInAt ? <Time at={lastSignInAt} style="relative" /> : 'Never'),
  },
  { id: 'created', header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} style="date" /> },
];

/** All accounts, for operators. The search is part of the URL. */
export function Component() {
  const [parameters, setParameters] = useSearchParams();
  const query = parameters.get('query') ?? '';
  const accounts = useOperatedAccounts(query);
  const rows = accounts.data?.pages.flatMap(({ items }) => items);
  const search = (text: string) =>
    setParameters(text === '' ? {} : { query: text }, { preventScrollReset: true });
  return (
    <>
      <PageHeader title="Accounts" description="Everyone who has signed in or was given an account." />
      <PageStack>
        <search className={styles.find}>
          <FindForm
            label="Find an account"
            placeholder="Email, name, or ID"
            maxLength={200}
            value={query}
            onFind={search}
          />
        </search>
        <Card isFlush>
          <span className="visually-hidden" role="status">
            {rows && !accounts.isPlaceholderData
              ? `${formatQuantity(rows.length, 'account')} shown${accounts.hasNextPage ? ', there are more' : ''}`
              : ''}
          </span>
          {rows === undefined ? (
            <div className={styles.inner}>
              {accounts.isPending ? (
                <Loading label="Loading accounts" lines={8} lineHeight="2rem" />
              ) : (
                <ErrorState
                  title="Accounts could not be loaded"
                  error={accounts.error}
                  onRetry={() => void accounts.refetch()}
                />
              )}
            </div>
          ) : rows.length === 0 ? (
            <EmptyState
              icon="person"
              title={query === '' ? 'There are no accounts yet' : 'No account matches'}
              action={query !== '' && <Button onClick={() => search('')}>Show all</Button>}
            >
              {query !== '' && <p>Search for part of an email address or name, or for a full ID.</p>}
            </EmptyState>
          ) : (
            <>
              <Table caption="Accounts" columns={COLUMNS} rows={rows} rowId={({ id }) => id} />
              <LoadMore
                hasMore={accounts.hasNextPage}
                isLoading={accounts.isFetchingNextPage}
                error={accounts.isFetchNextPageError ? accounts.error : undefined}
                onLoad={() => void accounts.fetchNextPage()}
              />
            </>
          )}
        </Card>
      </PageStack>
    </>
  );
}
