import type { SavedSearch } from '@heliograph/dashboard-api';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Params, useNavigate, useParams } from 'react-router';
import { asApiError } from '../../api/errors';
import { useMay } from '../../api/members';
import { savedSearchQuery, useSavedSearch } from '../../api/saved-searches';
import { playgroundPath } from '../../calls/playground-path';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  Loaded,
  Loading,
  PageHeader,
  PageStack,
  Skeleton,
  Time,
} from '../../design';
import { DeleteSavedSearch } from './delete-saved-search';
import { DeliveriesCard } from './deliveries-card';
import { DigestCard } from './digest-card';
import type { EditPurpose } from './edit-form';
import { EditSavedSearch } from './edit-saved-search';
import { NewActivitiesCard } from './new-activities-card';
import { QueryChips } from './query-chips';
import styles from './saved-searches.module.css';
import { SecretDialog } from './secret-dialog';
import { WebhookCard } from './webhook-card';

const BACK = { to: '/saved-searches', label: 'Saved searches' };

export function preload(client: QueryClient, _url: URL, { id = '' }: Params) {
  void client.prefetchQuery(savedSearchQuery(id));
}

/** `/saved-searches/{id}` */
export function Component() {
  const { id = '' } = useParams();
  return <SavedSearchPage key={id} id={id} />;
}

type Doing = EditPurpose | 'delete' | null;

function SavedSearchPage({ id }: { id: string }) {
  const savedSearch = useSavedSearch(id);
  const [doing, setDoing] = useState<Doing>(null);
  const canChange = useMay('updateSavedSearch');
  const isGone = asApiError(savedSearch.error)?.code === 'not_found';
  const shown = isGone ? undefined : savedSearch.data;
  return (
    <>
      {/* The same heading element while loading and afterwards, because it has the focus. */}
      <PageHeader
        title={shown?.name ?? 'Saved search'}
        documentTitle={shown && `${shown.name} · Saved searches`}
        before={BACK}
        description={
          shown && (
            <>
              Saved <Time at={shown.createdAt} style="relative" />
            </>
          )
        }
        actions={
          shown &&
          canChange && (
            <>
              <ButtonLink to={`/activities?${new URLSearchParams(shown.query).toString()}`} icon="search">
                Open in Activities
              </ButtonLink>
              <ButtonLink
                to={playgroundPath({ name: 'search', values: Object.entries(shown.query) })}
                icon="play"
              >
                Open in the playground
              </ButtonLink>
              <Button onClick={() => setDoing('edit')}>Edit</Button>
              <Button kind="quietDanger" onClick={() => setDoing('delete')}>
                Delete
              </Button>
            </>
          )
        }
      />
      {isGone ? (
        <Gone />
      ) : (
        <Loaded
          query={savedSearch}
          skeleton={<PageSkeleton />}
          errorTitle="The saved search could not be loaded"
        >
          {(loaded) => <SavedSearchParts savedSearch={loaded} doing={doing} onDo={setDoing} />}
        </Loaded>
      )}
    </>
  );
}

interface PartsProps {
  savedSearch: SavedSearch;
  doing: Doing;
  onDo: (doing: Doing) => void;
}

function SavedSearchParts({ savedSearch, doing, onDo }: PartsProps) {
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const { id, query, webhook } = savedSearch;
  const stop = () => onDo(null);
  const canChange = useMay('updateSavedSearch');
  const canSearch = useMay('getNewActivities');
  return (
    <>
      <PageStack>
        <Card title="Query">
          <div className={styles.block}>
            <QueryChips query={query} />
          </div>
        </Card>
        {canSearch && <NewActivitiesCard savedSearch={savedSearch} />}
        {canChange && <DigestCard id={id} />}
        <WebhookCard
          savedSearch={savedSearch}
          onAdd={() => onDo('addWebhook')}
          onChange={() => onDo('changeWebhook')}
          onSecret={setSecret}
        />
        {webhook && <DeliveriesCard id={id} />}
      </PageStack>
      <EditSavedSearch
        savedSearch={savedSearch}
        purpose={doing === 'delete' ? null : doing}
        onClose={stop}
        onSecret={setSecret}
      />
      <SecretDialog secret={secret} onDone={() => setSecret(null)} />
      <DeleteSavedSearch
        savedSearch={doing === 'delete' ? savedSearch : null}
        onClose={stop}
        onDeleted={() => void navigate('/saved-searches', { replace: true })}
      />
    </>
  );
}

function Gone() {
  return (
    <Card isFlush>
      <EmptyState
        icon="bookmark"
        title="Saved search not found"
        action={<ButtonLink to="/saved-searches">All saved searches</ButtonLink>}
      >
        It was deleted, or belongs to another account.
      </EmptyState>
    </Card>
  );
}

function PageSkeleton() {
  return (
    <Card>
      <Loading label="Loading the saved search">
        <Skeleton height="2rem" />
        <Skeleton height="8rem" />
      </Loading>
    </Card>
  );
}
