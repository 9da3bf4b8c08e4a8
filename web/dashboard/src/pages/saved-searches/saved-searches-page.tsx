import type { ListedSearch, SavedSearchList } from '@heliograph/dashboard-api';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../api/members';
import { savedSearchesQuery, useSavedSearches } from '../../api/saved-searches';
import {
  Badge,
  Button,
  ButtonLink,
  Card,
  type Column,
  EmptyState,
  Loaded,
  Notice,
  PageHeader,
  PageStack,
  RowsSkeleton,
  Table,
  Time,
} from '../../design';
import { DeleteSavedSearch } from './delete-saved-search';
import { QueryChips } from './query-chips';
import styles from './saved-searches.module.css';
import { stateOf, unseenText } from './states';

export const preload = (client: QueryClient) => void client.prefetchQuery(savedSearchesQuery);

/** `/saved-searches` */
export function Component() {
  const list = useSavedSearches();
  const [deleting, setDeleting] = useState<ListedSearch | null>(null);
  const canChange = useMay('deleteSavedSearch');
  return (
    <>
      <PageHeader
        title="Saved searches"
        description="Searches you follow, what is new in each, and the webhooks that notify your programs."
        actions={
          canChange && (
            <ButtonLink to="/activities" icon="search">
              Search activities
            </ButtonLink>
          )
        }
      />
      <Loaded query={list} skeleton={<ListSkeleton />} errorTitle="Your saved searches could not be loaded">
        {(loaded) => <Lists {...loaded} onDelete={canChange ? setDeleting : undefined} />}
      </Loaded>
      <DeleteSavedSearch savedSearch={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function Lists({
  items,
  maximum,
  onDelete,
}: SavedSearchList & { onDelete: ((savedSearch: ListedSearch) => void) | undefined }) {
  if (items.length === 0) {
    return (
      <Card isFlush>
        <EmptyState
          icon="bookmark"
          title="No saved searches yet"
          action={
            onDelete && (
              <ButtonLink to="/activities" kind="primary" icon="search">
                Search activities
              </ButtonLink>
            )
          }
        >
          Search or filter activities, then press “Save this search”. It is free. Activities published after
          that are counted here.
        </EmptyState>
      </Card>
    );
  }
  return (
    <PageStack>
      {items.length >= maximum && (
        <Notice tone="warning" title={`You have reached the limit of ${maximum} saved searches`}>
          Delete one you no longer need before you save another.
        </Notice>
      )}
      <Card
        isFlush
        title={`${items.length} of ${maximum}`}
        description="Counting what is new is free. Opening a saved search with words counts toward the monthly searches, as on the Activities page."
      >
        <Table
          caption="Saved searches, oldest first"
          columns={columnsOf(onDelete)}
          rows={items}
          rowId={({ id }) => id}
        />
      </Card>
    </PageStack>
  );
}

/** @param onDelete undefined for members who may only view. */
function columnsOf(onDelete: ((savedSearch: ListedSearch) => void) | undefined): Column<ListedSearch>[] {
  const columns: Column<ListedSearch>[] = [
    {
      id: 'name',
      header: 'Name',
      isHeading: true,
      cell: ({ id, name }) => (
        <Link to={`/saved-searches/${id}`} className={styles.name}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    { id: 'query', header: 'Query', cell: ({ query }) => <QueryChips query={query} /> },
    { id: 'unseen', header: 'New', cell: (saved) => <Unseen {...saved} /> },
    {
      id: 'webhook',
      header: 'Webhook',
      cell: (saved) => {
        const { text, tone } = stateOf(saved);
        return <Badge tone={tone}>{text}</Badge>;
      },
    },
  ];
  if (onDelete)
    columns.push({
      id: 'delete',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (saved) => (
        <Button
          kind="quietDanger"
          size="small"
          aria-label={`Delete ${saved.name}`}
          onClick={() => onDelete(saved)}
        >
          Delete
        </Button>
      ),
    });
  return columns;
}

function Unseen({ unseen, lastVisitAt }: ListedSearch) {
  const hasUnseen = unseen !== null && (unseen.count > 0 || unseen.more);
  return (
    <span className={styles.row}>
      {unseen === null ? (
        <span className={styles.muted}>Not available</span>
      ) : (
        <Badge tone={hasUnseen ? 'info' : 'neutral'}>{unseenText(unseen)}</Badge>
      )}
      {lastVisitAt && (
        <span className={styles.muted}>
          since <Time at={lastVisitAt} style="relative" />
        </span>
      )}
    </span>
  );
}

function ListSkeleton() {
  return (
    <Card>
      <RowsSkeleton label="Loading your saved searches" rows={3} height="3.25rem" />
    </Card>
  );
}
