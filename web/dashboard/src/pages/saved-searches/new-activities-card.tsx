import type { SavedSearch } from '@heliograph/dashboard-api';
import { useMemo } from 'react';
import { useFilterOptions, useSearchesLeft } from '../../api/activities';
import { asApiError } from '../../api/errors';
import { NEW_ACTIVITIES_PAGE_SIZE, useNewActivities, useVisit } from '../../api/saved-searches';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorState,
  formatDollars,
  formatQuantity,
  LoadMore,
  Time,
} from '../../design';
import { useMayOpen } from '../../layout/use-may-open';
import { costOf } from '../activities/domain/cost';
import { readFilters } from '../activities/domain/filters';
import { createLabels } from '../activities/domain/labels';
import { wordsOf } from '../activities/domain/search-words';
import { RecordDrawer } from '../activities/record/record-drawer';
import { useOpenRecord } from '../activities/record/use-open-record';
import { ResultList } from '../activities/results/result-list';
import { ResultsSkeleton } from '../activities/results/results-skeleton';
import { useConsent } from '../activities/use-consent';
import styles from './saved-searches.module.css';

/** As wide as most dates: the content below stays in place once the visit is known. */
const ANY_MOMENT = '2000-12-30T10:00:00Z';

/** What was published since the user's last visit. */
export function NewActivitiesCard({ savedSearch: { id, query } }: { savedSearch: SavedSearch }) {
  const isSearch = useMemo(() => wordsOf(readFilters(new URLSearchParams(query)).filters) !== '', [query]);
  const consent = useConsent(isSearch);
  const options = { isEnabled: consent.isGiven, isAgreed: consent.isAgreed };
  const visit = useVisit(id, options);
  const since = visit.data?.since;
  const newActivities = useNewActivities(id, since, options);
  // The first page may have been free, or paid for by another member.
  const isNextUnpaid = newActivities.isFetchNextPageError && asApiError(newActivities.error)?.status === 402;
  return (
    <Card
      isFlush
      title="New since your last visit"
      description={
        <>
          {!visit.error && (
            <span className={since ? undefined : styles.pending}>
              Published since <Time at={since ?? ANY_MOMENT} />.{' '}
            </span>
          )}
          {isSearch
            ? 'It has words, so it counts as one search this month, however often you open it.'
            : 'It has no words, so it does not count as a search.'}
        </>
      }
    >
      {consent.isAsked && (!newActivities.data || isNextUnpaid) ? (
        <CostNotice onAgree={() => consent.give(isNextUnpaid ? newActivities.fetchNextPage : undefined)} />
      ) : (
        <NewActivitiesList
          newActivities={newActivities}
          isAgreed={consent.isAgreed}
          failure={visit.error ?? newActivities.error}
          onRetry={() => void (visit.error ? visit : newActivities).refetch()}
        />
      )}
    </Card>
  );
}

function NewActivitiesList({
  newActivities,
  isAgreed,
  failure,
  onRetry,
}: {
  newActivities: ReturnType<typeof useNewActivities>;
  isAgreed: boolean;
  failure: unknown;
  onRetry: () => void;
}) {
  const { data: options } = useFilterOptions();
  const labels = useMemo(() => createLabels(options), [options]);
  const pages = useMemo(() => newActivities.data?.pages.map(({ items }) => items), [newActivities.data]);
  const records = useOpenRecord(useMemo(() => pages?.flat(), [pages]));
  if (!pages) {
    if (!failure) return <ResultsSkeleton />;
    if (asApiError(failure)?.status === 402) return <SearchesAreUsed isAgreed={isAgreed} />;
    return <ErrorState title="New activities could not be loaded" error={failure} onRetry={onRetry} />;
  }
  return (
    <>
      {pages.every((page) => page.length === 0) && !newActivities.hasNextPage ? (
        <EmptyState icon="check" title="Nothing new">
          New activities appear here on your next visit.
        </EmptyState>
      ) : (
        <ResultList pages={pages} labels={labels} records={records} />
      )}
      <LoadMore
        hasMore={newActivities.hasNextPage}
        isLoading={newActivities.isFetchingNextPage}
        error={newActivities.isFetchNextPageError ? newActivities.error : undefined}
        onLoad={() => void newActivities.fetchNextPage()}
        label="Load more activities"
      />
      <RecordDrawer records={records} labels={labels} />
    </>
  );
}

function CostNotice({ onAgree }: { onAgree: () => void }) {
  const { data } = useSearchesLeft();
  const most = formatDollars(costOf(NEW_ACTIVITIES_PAGE_SIZE, data?.prepaid.pricePerRecord ?? '0'));
  return (
    <EmptyState
      icon="card"
      title={`This will cost up to ${formatQuantity(NEW_ACTIVITIES_PAGE_SIZE, 'record')} (${most})`}
      action={
        <Button kind="primary" onClick={onAgree}>
          Show for up to {most}
        </Button>
      }
    >
      This month’s free searches are used up, and you chose to pay for more from your prepaid balance, one
      record for each activity shown. You are asked once a month.
    </EmptyState>
  );
}

/** @param isAgreed whether the user has agreed to pay from the balance. */
function SearchesAreUsed({ isAgreed }: { isAgreed: boolean }) {
  const { data: left } = useSearchesLeft();
  const mayOpen = useMayOpen('/billing');
  const isPoor = isAgreed && left?.prepaid.isChosen === true;
  return (
    <EmptyState
      icon="search"
      title={isPoor ? 'Your balance does not cover this search' : 'You have used all searches for this month'}
      action={mayOpen && <ButtonLink to="/billing">See billing</ButtonLink>}
    >
      Opening a saved search with words counts as a search. {isPoor ? 'Top up' : 'You can pay for more from'}{' '}
      your balance, or wait until next month. Webhooks are not affected.
    </EmptyState>
  );
}
