import type { Activity } from '@heliograph/dashboard-api';
import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { activitiesQuery, filterOptionsQuery, useFilterOptions } from '../../api/activities';
import { asApiError } from '../../api/errors';
import {
  Button,
  Card,
  classNames,
  Dialog,
  DialogActions,
  keepFocusNearby,
  Notice,
  PageHeader,
} from '../../design';
import { ActiveFilters } from './active-filters';
import styles from './activities.module.css';
import { chipsOf } from './domain/chips';
import { NO_FILTERS, readFilters, type FilterName } from './domain/filters';
import { countsOf } from './domain/facet-counts';
import { createLabels } from './domain/labels';
import { describeIssue } from './domain/describe-issue';
import { Filters } from './filter-panel/filters';
import { countText } from './results/count-text';
import { RecordDrawer } from './record/record-drawer';
import { useOpenRecord } from './record/use-open-record';
import { InvalidFilters } from './results/refusals';
import { Results } from './results/results';
import { ResultsToolbar } from './results-toolbar';
import { SavedNotice, useSaveSearch } from './save-search';
import { SearchBox } from './search-box/search-box';
import { SearchesLeft } from './searches-left';
import { ShareSearch } from './share-search';
import { queryOf, useActivitySearch } from './use-activity-search';
import { useCompanies } from './use-companies';
import { useIsWide } from './use-is-wide';

const NONE: readonly Activity[] = [];

/** A search can cost money, so the page first asks how many are left. */
export function preload(client: QueryClient, { searchParams }: URL) {
  void client.prefetchQuery(filterOptionsQuery);
  const { filters, issues } = readFilters(searchParams);
  const query = queryOf(filters);
  if (issues.length === 0 && !query.isSearch) void client.prefetchInfiniteQuery(activitiesQuery(query));
}

/** Published activities: search, filter, and browse. The URL holds the whole state. */
export function Component() {
  const search = useActivitySearch();
  const { filters, activities, count, change, show } = search;
  const { data: options } = useFilterOptions();
  const labels = useMemo(() => createLabels(options), [options]);
  const chips = useMemo(() => chipsOf(filters, labels), [filters, labels]);
  const companies = useCompanies(activities.data?.pages);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const saving = useSaveSearch(filters, chips);
  const isWide = useIsWide();
  const items = useMemo(() => activities.data?.pages.flatMap((page) => page.items), [activities.data]);
  const records = useOpenRecord(items ?? (activities.isError || search.consent.isAsked ? NONE : undefined));
  const isBeside = isWide && records.id !== undefined;
  const hasPanel = isWide && !isBeside;

  useEffect(() => {
    if (hasPanel) setPanelOpen(false);
  }, [hasPanel]);

  const failure = asApiError(activities.error);
  const issues =
    failure?.code === 'invalid_parameter' && !activities.data
      ? [...search.issues, ...failure.issues]
      : search.issues;
  const issueOf = (name: FilterName) => {
    const issue = issues.find(({ parameter }) => parameter === name);
    return issue && describeIssue(issue.message);
  };
  const facets = filters.semantic === '' ? count.facets : undefined;
  const countOf = useMemo(() => countsOf(facets), [facets]);
  const clearFilters = () => {
    // It removes the buttons that call it.
    keepFocusNearby();
    const isSemantic = filters.semantic !== '';
    show({ ...NO_FILTERS, semantic: filters.semantic, q: isSemantic ? '' : filters.q }, { keepsPlace: true });
  };
  const shareSearch = () => setSharing(true);
  const panel = (
    <Filters
      filters={filters}
      onChange={change}
      issueOf={issueOf}
      countOf={countOf}
      countedSearch={search.countedSearch}
      companies={companies}
      activeCount={chips.length}
      onClear={clearFilters}
    />
  );
  const isFresh = activities.data !== undefined && !activities.isPlaceholderData;
  const counted = isFresh
    ? countText(activities.data.pages, count.isPlaceholderData ? undefined : count.total, count.isCounting)
    : '';

  return (
    <>
      <PageHeader
        title="Activities"
        documentTitle={titleOf(filters.semantic || filters.q)}
        description="What companies have published: search it, filter it, follow it to the source."
      />
      <div className={styles.top}>
        <SearchBox
          filters={filters}
          issue={filters.semantic ? issueOf('semantic') : issueOf('q')}
          onSearch={(words) => show({ ...filters, ...words }, { keepsPlace: true })}
        >
          <SearchesLeft />
        </SearchBox>
      </div>
      {search.ignored.length > 0 && (
        <div className={styles.ignored}>
          <Notice tone="warning">
            This page ignores unknown parameters in the link: {search.ignored.join(', ').slice(0, 200)}
          </Notice>
        </div>
      )}
      <div className={classNames(styles.columns, isBeside && styles.withRecord)}>
        {hasPanel && (
          <aside className={styles.side} aria-label="Filters">
            <Card isFlush>{panel}</Card>
          </aside>
        )}
        <section className={styles.results} aria-label="Results">
          <ResultsToolbar
            filters={filters}
            filterCount={chips.length}
            counted={counted}
            total={isFresh && filters.semantic === '' && !count.isPlaceholderData ? count.total : undefined}
            hasIssues={search.issues.length > 0}
            saving={saving}
            onOpenFilters={hasPanel ? undefined : () => setPanelOpen(true)}
            onShare={shareSearch}
          />
          <SavedNotice of={saving} />
          <ActiveFilters
            chips={chips}
            onShow={(next) => show(next, { keepsPlace: true })}
            onClear={clearFilters}
          />
          {issues.length > 0 ? (
            <InvalidFilters issues={issues} onClear={clearFilters} />
          ) : (
            <Card isFlush>
              <Results
                search={search}
                labels={labels}
                records={records}
                filterCount={chips.length}
                onClearFilters={clearFilters}
                onShare={shareSearch}
              />
            </Card>
          )}
        </section>
        <RecordDrawer records={records} labels={labels} isBeside={isBeside} />
      </div>
      <FilterSheet isOpen={isPanelOpen} counted={counted} onClose={() => setPanelOpen(false)}>
        {panel}
      </FilterSheet>
      <ShareSearch isOpen={isSharing} filters={filters} onClose={() => setSharing(false)} />
    </>
  );
}

/** The filters where there is no room beside the results. */
function FilterSheet({
  isOpen,
  counted,
  onClose,
  children,
}: {
  isOpen: boolean;
  counted: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog isOpen={isOpen} title="Filters" size="sheet" onClose={onClose}>
      <div className={styles.sheet}>{children}</div>
      <DialogActions>
        <Button kind="primary" isWide onClick={onClose}>
          {counted === '' ? 'Show activities' : `Show ${counted.split(' · ')[0]?.toLowerCase()}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const LONGEST_TITLE = 60;

function titleOf(words: string): string {
  if (words === '') return 'Activities';
  const characters = [...words];
  const short = characters.length > LONGEST_TITLE ? `${characters.slice(0, LONGEST_TITLE).join('')}…` : words;
  return `${short} · Activities`;
}
