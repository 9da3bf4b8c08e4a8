import type { SavedSearch } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { asApiError } from '../../api/errors';
import { useMay } from '../../api/members';
import { useSavedSearch } from '../../api/saved-searches';
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

/** `/saved-searches/{id}` */
export function Component() {
  const { id = '' } = useParams();
  const savedSearch = useSavedSearch(id);
  if (asApiError(savedSearch.error)?.code === 'not_found') return <Gone />;
  return (
    <Loaded query={savedSearch} skeleton={<PageSkeleton />} errorTitle="The saved search could not be loaded">
      {(loaded) => <SavedSearchPage key={id} savedSearch={loaded} />}
    </Loaded>
  );
}

function SavedSearchPage({ savedSearch }: { savedSearch: SavedSearch }) {
  const navigate = useNavigate();
  const [doing, setDoing] = useState<EditPurpose | 'delete' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { id, name, query, webhook, createdAt } = savedSearch;
  const stop = () => setDoing(null);
  const canChange = useMay('updateSavedSearch');
  const canSearch = useMay('getNewActivities');
  return (
    <>
      <PageHeader
        title={name}
        documentTitle={`${name} · Saved searches`}
        before={BACK}
        description={
          <>
            Saved <Time at={createdAt} style="relative" />
          </>
        }
        actions={
          canChange && (
            <>
              <ButtonLink to={`/activities?${new URLSearchParams(query).toString()}`} icon="search">
                Open in Activities
              </ButtonLink>
              <ButtonLink to={playgroundPath({ name: 'search', values: Object.entries(query) })} icon="play">
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
          onAdd={() => setDoing('addWebhook')}
          onChange={() => setDoing('changeWebhook')}
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
    <>
      <PageHeader title="Saved search" before={BACK} />
      <Card isFlush>
        <EmptyState
          icon="bookmark"
          title="Saved search not found"
          action={<ButtonLink to="/saved-searches">All saved searches</ButtonLink>}
        >
          It was deleted, or belongs to another account.
        </EmptyState>
      </Card>
    </>
  );
}

function PageSkeleton() {
  return (
    <>
      <PageHeader title="Saved search" before={BACK} />
      <Card>
        <Loading label="Loading the saved search">
          <Skeleton height="2rem" />
          <Skeleton height="8rem" />
        </Loading>
      </Card>
    </>
  );
}
