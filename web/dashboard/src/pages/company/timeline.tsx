import type { Activity, Facet } from '@heliograph/dashboard-api';
import { Fragment, useMemo, useRef } from 'react';
import { CategoryMark, EmptyState, ErrorState, formatMonth, formatQuantity, LoadMore } from '../../design';
import type { useActivities } from '../../api/activities';
import type { Labels } from '../activities/domain/labels';
import { RecordDrawer } from '../activities/record/record-drawer';
import { useOpenRecord } from '../activities/record/use-open-record';
import { useTitleKeys } from '../activities/record/use-title-keys';
import { ResultPlace } from '../activities/results/result-place';
import { ResultsSkeleton } from '../activities/results/results-skeleton';
import styles from './timeline.module.css';

interface TimelineProps {
  activities: ReturnType<typeof useActivities>;
  /** Activities per month, including those not loaded; undefined if unknown. */
  months: Facet | undefined;
  labels: Labels;
}

/** Activities month by month, newest first. */
export function Timeline({ activities, months, labels }: TimelineProps) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = activities;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  const records = useOpenRecord(items ?? (activities.isError ? NONE : undefined));
  const list = useRef<HTMLDivElement>(null);
  useTitleKeys(list, records);
  const groups = useMemo(() => byMonth(items ?? NONE), [items]);
  if (!items) {
    if (isPending) return <ResultsSkeleton />;
    return <ErrorState title="Activities could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (items.length === 0) return <EmptyState icon="search" title="Nothing published yet" />;
  return (
    <>
      <div ref={list}>
        {groups.map(([month, ofMonth]) => {
          const count = months?.values.find(({ value }) => value === month)?.count;
          return (
            <Fragment key={month}>
              <h3 className={styles.month}>
                {formatMonth(month)}{' '}
                {count !== undefined && (
                  <span className={styles.count}>{formatQuantity(count, 'activity', 'activities')}</span>
                )}
              </h3>
              <ol className={styles.list}>
                {ofMonth.map((activity) => (
                  <ResultPlace
                    key={activity.id}
                    activity={activity}
                    labels={labels}
                    records={records}
                    isOfCompany
                    className={styles.item}
                  >
                    <CategoryMark category={activity.category} />
                  </ResultPlace>
                ))}
              </ol>
            </Fragment>
          );
        })}
      </div>
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        error={activities.isFetchNextPageError ? error : undefined}
        onLoad={() => void fetchNextPage()}
        label="Load older activities"
        shown={formatQuantity(items.length, 'activity', 'activities')}
      />
      <RecordDrawer records={records} labels={labels} />
    </>
  );
}

const NONE: readonly Activity[] = [];

/** @param items newest first. */
function byMonth(items: readonly Activity[]): [month: string, items: Activity[]][] {
  const groups = new Map<string, Activity[]>();
  for (const item of items) {
    const month = item.activityDate.slice(0, 'YYYY-MM'.length);
    groups.set(month, [...(groups.get(month) ?? []), item]);
  }
  return [...groups];
}
