import { type ReactNode, useDeferredValue, useState } from 'react';
import { asApiError, describeFailure } from '../api/errors';
import { Button } from './button';
import { classNames } from './class-names';
import { Icon, type IconName } from './icon';
import { keepFocusAtEnd, keepFocusNearby } from './return-focus';
import styles from './states.module.css';

/** An empty list: what would be here, and how to get it. */
export function EmptyState({
  icon,
  title,
  action,
  children,
}: {
  icon?: IconName;
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.state}>
      {icon && (
        <span className={styles.picture}>
          <Icon name={icon} size={24} />
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** Something failed to load: why, the request id to quote, and a retry button. */
export function ErrorState({
  error,
  title = 'This could not be loaded',
  onRetry,
}: {
  error: unknown;
  title?: string;
  onRetry?: () => void;
}) {
  const failure = asApiError(error);
  const requestId = failure?.requestId;
  return (
    <div className={styles.state} role="alert">
      <span className={classNames(styles.picture, styles.failed)}>
        <Icon name="warning" size={24} />
      </span>
      <p className={styles.title}>{title}</p>
      <div className={styles.text}>
        <p>{describeFailure(error)}</p>
        {failure?.status === 503 && (
          <p>
            <a href="/status">System status</a>
          </p>
        )}
        {requestId && (
          <p className={styles.request}>
            Request <code>{requestId}</code>
          </p>
        )}
      </div>
      {onRetry && (
        <div className={styles.action}>
          <Button
            icon="refresh"
            onClick={() => {
              keepFocusNearby();
              onRetry();
            }}
          >
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

/** Placeholder for loading content. Sizes are CSS lengths that match the content. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}

/** Skeletons of text lines or table rows, announced once to screen readers. */
export function Loading({
  label = 'Loading',
  lines = 3,
  lineHeight = '1.25rem',
  children,
}: {
  label?: string;
  lines?: number;
  lineHeight?: string;
  children?: ReactNode;
}) {
  return (
    <div className={styles.loading} role="status">
      <span className="visually-hidden">{label}</span>
      {children ??
        Array.from({ length: lines }, (_, index) => (
          <Skeleton key={index} height={lineHeight} width={`${100 - ((index * 17) % 40)}%`} />
        ))}
    </div>
  );
}

/** Placeholder for table rows, announced once to screen readers. The height of a row is a CSS length. */
export function RowsSkeleton({
  label,
  rows,
  height = '2.75rem',
}: {
  label: string;
  rows: number;
  height?: string;
}) {
  return (
    <Loading label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={height} />
      ))}
    </Loading>
  );
}

interface LoadableQuery<Data> {
  data: Data | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

/**
 * A query's three states in one place: skeleton, failure with retry, content. Existing data stays during a reload, even
 * a failed one. Content renders between events, so that a slow phone stays responsive.
 */
export function Loaded<Data>({
  query,
  skeleton,
  errorTitle,
  children,
}: {
  query: LoadableQuery<Data>;
  skeleton?: ReactNode;
  errorTitle?: string;
  children: (data: Data) => ReactNode;
}) {
  const data = useDeferredValue(query.data);
  if (data !== undefined) return <>{children(data)}</>;
  if (query.isPending || query.data !== undefined) return <>{skeleton ?? <Loading />}</>;
  return <ErrorState error={query.error} title={errorTitle} onRetry={() => void query.refetch()} />;
}

/**
 * Loads the next page of a list; hidden after the last one.
 *
 * @param shown how much is shown now ("100 entries"), announced after each page, unless the page says so itself.
 */
export function LoadMore({
  hasMore,
  isLoading,
  error,
  onLoad,
  label = 'Load more',
  shown,
}: {
  hasMore: boolean;
  isLoading: boolean;
  error?: unknown;
  onLoad: () => void;
  label?: string;
  shown?: string | undefined;
}) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      {shown !== undefined && (
        <span className="visually-hidden" role="status">
          {isAsked && !isLoading && !error ? `${shown} shown` : ''}
        </span>
      )}
      {hasMore && (
        <div className={styles.more}>
          {Boolean(error) && (
            <p className={styles.moreError} role="alert">
              {describeFailure(error)}
            </p>
          )}
          <Button
            isBusy={isLoading}
            onClick={() => {
              keepFocusAtEnd();
              setAsked(true);
              onLoad();
            }}
          >
            {error ? 'Try again' : label}
          </Button>
        </div>
      )}
    </>
  );
}
