import type { LoggedRequest } from '@heliograph/dashboard-api';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { requestLogQuery, useRequestLog } from '../../api/logs';
import { useMay } from '../../api/members';
import { serverNow } from '../../api/server-clock';
import { useSession } from '../../api/session';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorState,
  formatQuantity,
  keepFocusNearby,
  Loading,
  LoadMore,
  PageHeader,
  PageStack,
} from '../../design';
import { filterOf, isFiltered, isRelative, logQueryOf, parametersOf, type LogFilter } from './log-filter';
import { LogFilters } from './log-filters';
import { LogTable } from './log-table';
import styles from './logs.module.css';
import { RequestDrawer } from './request-drawer';
import { type OpenRequest, useOpenRequest } from './use-open-request';

const queryOfNow = (filter: LogFilter) => logQueryOf(filter, serverNow());

export function preload(client: QueryClient, { searchParams }: URL) {
  const filter = filterOf(searchParams);
  // The session's response tells the time first.
  if (isRelative(filter)) return;
  void client.prefetchInfiniteQuery(requestLogQuery(filter, queryOfNow));
}

/** `/logs?requestId=&credential=&operation=&status=&time=&from=&to=#request-ID` */
export function Component() {
  const [parameters, setParameters] = useSearchParams();
  const filter = useMemo(() => filterOf(parameters), [parameters]);
  const log = useRequestLog(filter, queryOfNow);
  const newest = log.data?.pages[0];
  const items = useMemo(() => log.data?.pages.flatMap((page) => page.items), [log.data]);
  const open = useOpenRequest(items);
  const { account } = useSession();
  const canChange = useMay('updateAccount');
  const change = (next: LogFilter) => setParameters(parametersOf(next), { preventScrollReset: true });
  return (
    <>
      <PageHeader
        title="Logs"
        description={
          <>
            Requests from your API keys and the command line
            {newest && ` in the last ${newest.retentionDays} days`}.{' '}
            {account.logsQueries ? 'Queries are kept' : 'Queries are not kept'}
            {canChange && (
              <>
                ; <Link to="/settings#logs">change that</Link>
              </>
            )}
            .
          </>
        }
        actions={
          <Button icon="refresh" isBusy={log.isRefetching} onClick={() => void log.refetch()}>
            Refresh
          </Button>
        }
      />
      <PageStack>
        <LogFilters
          filter={filter}
          operations={newest?.operations ?? []}
          retentionDays={newest?.retentionDays}
          onChange={change}
        />
        <Card isFlush>
          <span className="visually-hidden" role="status">
            {items && !log.isPlaceholderData
              ? `${formatQuantity(items.length, 'request')} shown${log.hasNextPage ? ', there may be more' : ''}`
              : ''}
          </span>
          <Requests
            log={log}
            items={items}
            open={open}
            isFiltered={isFiltered(filter)}
            onClear={() => {
              keepFocusNearby();
              setParameters({});
            }}
          />
        </Card>
      </PageStack>
      <RequestDrawer open={open} />
    </>
  );
}

interface RequestsProps {
  log: ReturnType<typeof useRequestLog>;
  items: readonly LoggedRequest[] | undefined;
  open: OpenRequest;
  isFiltered: boolean;
  onClear: () => void;
}

function Requests({ log, items, open, isFiltered: hasFilter, onClear }: RequestsProps) {
  if (items === undefined) {
    return (
      <div className={styles.inner}>
        {log.isPending ? (
          <Loading label="Loading the requests" lines={8} lineHeight="2.25rem" />
        ) : (
          <ErrorState
            title="The requests could not be loaded"
            error={log.error}
            onRetry={() => void log.refetch()}
          />
        )}
      </div>
    );
  }
  return (
    <div className={styles.list} aria-busy={log.isPlaceholderData}>
      {items.length > 0 ? (
        <LogTable items={items} open={open} />
      ) : hasFilter ? (
        <EmptyState
          icon="search"
          title={log.hasNextPage ? 'No request matches so far' : 'No request matches'}
          action={<Button onClick={onClear}>Clear filters</Button>}
        >
          {log.hasNextPage && <p>Older requests have not been searched yet.</p>}
        </EmptyState>
      ) : (
        <EmptyState
          icon="list"
          title="No requests yet"
          action={<ButtonLink to="/keys">Go to API keys</ButtonLink>}
        >
          Requests show up here within a few seconds.
        </EmptyState>
      )}
      <LoadMore
        hasMore={log.hasNextPage}
        isLoading={log.isFetchingNextPage}
        error={log.isFetchNextPageError ? log.error : undefined}
        onLoad={() => void log.fetchNextPage()}
        label={items.length === 0 ? 'Search older requests' : 'Load more requests'}
      />
    </div>
  );
}
