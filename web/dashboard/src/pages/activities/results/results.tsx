import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useRestartActivities } from '../../../api/activities';
import { asApiError } from '../../../api/errors';
import { Button, classNames, EmptyState, ErrorState, LoadMore } from '../../../design';
import type { Labels } from '../domain/labels';
import { type Advice, adviceFor } from '../domain/nothing-found';
import { withoutWords } from '../domain/search-words';
import type { OpenRecord } from '../record/use-open-record';
import type { ActivitySearch } from '../use-activity-search';
import { CostOfSearch } from './cost-of-search';
import { CannotContinue, MeaningUnavailable } from './refusals';
import { SearchesUsed } from './searches-used';
import { ResultList } from './result-list';
import { ResultsSkeleton } from './results-skeleton';
import styles from './results.module.css';

interface ResultsProps {
  search: ActivitySearch;
  labels: Labels;
  records: OpenRecord;
  filterCount: number;
  onClearFilters: () => void;
  onShare: () => void;
}

/** The results, or why there are none. */
export function Results({ search, labels, records, filterCount, onClearFilters, onShare }: ResultsProps) {
  const { activities, filters, show, query } = search;
  const restart = useRestartActivities(query);
  const { fetchNextPage } = activities;
  // Long lists render between events, so that a slow phone stays responsive.
  const data = useDeferredValue(activities.data);
  const shownLabels = useDeferredValue(labels);
  // A page that opens with activities has been open before.
  const [isBack] = useState(data !== undefined);
  const pages = useMemo(() => data?.pages.map(({ items }) => items) ?? [], [data]);
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  const browse = () => show(withoutWords(filters), { keepsPlace: true });
  // The first page may have been free, or paid for by another member.
  const isNextUnpaid = activities.isFetchNextPageError && asApiError(activities.error)?.status === 402;
  if (search.consent.isAsked && (data === undefined || activities.isPlaceholderData || isNextUnpaid)) {
    const agree = () => search.consent.give(isNextUnpaid ? fetchNextPage : undefined);
    return <CostOfSearch onSearch={agree} onBrowse={browse} />;
  }
  if (data === undefined) {
    if (activities.isPending || activities.data !== undefined) return <ResultsSkeleton />;
    const failure = asApiError(activities.error);
    const retry = () => void activities.refetch();
    if (failure?.status === 402) {
      return <SearchesUsed onBrowse={browse} onShare={onShare} />;
    }
    if (failure?.code === 'semantic_unavailable') {
      return (
        <MeaningUnavailable
          error={failure}
          onRetry={retry}
          onKeywords={() =>
            show({ ...filters, semantic: '', q: filters.q || filters.semantic }, { keepsPlace: true })
          }
        />
      );
    }
    return <ErrorState title="Activities could not be loaded" error={activities.error} onRetry={retry} />;
  }
  if (pages.every((page) => page.length === 0)) {
    return (
      <NothingFound
        advice={adviceFor(filters, filterCount)}
        hasFilters={filterCount > 0}
        onClearFilters={onClearFilters}
        onMeaning={() => show({ ...filters, semantic: filters.q, q: '' }, { keepsPlace: true })}
      />
    );
  }
  const cannotContinue = asApiError(activities.error)?.code.startsWith('cursor_') ?? false;
  return (
    <div
      className={classNames(activities.isPlaceholderData && styles.waiting)}
      aria-busy={activities.isPlaceholderData || undefined}
    >
      <ResultList pages={pages} labels={shownLabels} records={records} isBack={isBack} />
      {activities.hasNextPage && (
        <div className={styles.after}>
          {cannotContinue ? (
            <div className={styles.expired}>
              <CannotContinue onRestart={() => void restart()} />
            </div>
          ) : (
            <LoadMore
              hasMore
              isLoading={activities.isFetchingNextPage}
              error={activities.isFetchNextPageError ? activities.error : undefined}
              onLoad={loadMore}
              label="Load more activities"
            />
          )}
        </div>
      )}
    </div>
  );
}

function NothingFound({
  advice: { sentences, offersMeaning },
  hasFilters,
  onClearFilters,
  onMeaning,
}: {
  advice: Advice;
  hasFilters: boolean;
  onClearFilters: () => void;
  onMeaning: () => void;
}) {
  return (
    <EmptyState
      icon="search"
      title="No matching activities"
      action={
        (hasFilters || offersMeaning) && (
          <>
            {hasFilters && <Button onClick={onClearFilters}>Clear filters</Button>}
            {offersMeaning && <Button onClick={onMeaning}>Search by meaning</Button>}
          </>
        )
      }
    >
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </EmptyState>
  );
}
