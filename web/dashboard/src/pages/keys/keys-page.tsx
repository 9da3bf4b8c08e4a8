import { ACCOUNT_LIMITS, ONE_TIME_RECORDS } from '@heliograph/contract';
import type { ApiKey } from '@heliograph/dashboard-api';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { keysQuery, useKeys, useRevokeKey } from '../../api/keys';
import { useMay } from '../../api/members';
import { useSession } from '../../api/session';
import {
  Button,
  ButtonAnchor,
  Card,
  ConfirmDialog,
  EmptyState,
  Loaded,
  PageHeader,
  PageStack,
  RowsSkeleton,
  Time,
  useToast,
} from '../../design';
import { ConnectAgent } from './connect-agent';
import { CreateKey } from './create-key';
import { EditKey } from './edit-key';
import { keyName } from './key-name';
import { KeyTable } from './key-table';
import { RollKey } from './roll-key';
import { TestBadge } from './test-badge';

type Doing = { what: 'edit' | 'roll' | 'revoke'; key: ApiKey } | null;

export const preload = (client: QueryClient) => void client.prefetchQuery(keysQuery);

/** `/keys`; `?create` opens the dialog for a new key. */
export function Component() {
  const keys = useKeys();
  const [parameters, setParameters] = useSearchParams();
  const [doing, setDoing] = useState<Doing>(null);
  const canChange = useMay('createKey');
  const isCreating = canChange && parameters.has('create');

  const setCreating = (isOpen: boolean) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        if (isOpen) after.set('create', '');
        else after.delete('create');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const keyFor = (what: NonNullable<Doing>['what']) => (doing?.what === what ? doing.key : null);
  const stop = () => setDoing(null);

  return (
    <>
      <PageHeader
        title="API keys"
        description="Keys let your programs use the data API. Each has its own scopes, cap, and expiry."
        actions={
          canChange && (
            <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
              Create key
            </Button>
          )
        }
      />
      <PageStack>
        <Loaded query={keys} skeleton={<KeysSkeleton />} errorTitle="Your keys could not be loaded">
          {({ items }) => (
            <>
              <KeyLists
                items={items}
                actions={
                  canChange
                    ? {
                        onCreate: () => setCreating(true),
                        onEdit: (key) => setDoing({ what: 'edit', key }),
                        onRoll: (key) => setDoing({ what: 'roll', key }),
                        onRevoke: (key) => setDoing({ what: 'revoke', key }),
                      }
                    : undefined
                }
              />
              <ConnectAgent />
            </>
          )}
        </Loaded>
      </PageStack>

      <CreateKey isOpen={isCreating} onClose={() => setCreating(false)} />
      <EditKey apiKey={keyFor('edit')} onClose={stop} />
      <RollKey apiKey={keyFor('roll')} onClose={stop} />
      <RevokeKey apiKey={keyFor('revoke')} onClose={stop} />
    </>
  );
}

interface KeyActions {
  onCreate: () => void;
  onEdit: (key: ApiKey) => void;
  onRoll: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

/** @param props.actions undefined for members who may only view. */
function KeyLists({ items, actions }: { items: readonly ApiKey[]; actions: KeyActions | undefined }) {
  const { isTeam } = useSession();
  const [isPastShown, setPastShown] = useState(false);
  const usable = items.filter(({ state }) => state === 'active');
  const past = items.filter(({ state }) => state !== 'active');
  return (
    <>
      <Card isFlush title={usable.length > 0 ? 'Active keys' : undefined}>
        {usable.length > 0 ? (
          <KeyTable caption="Active keys" keys={usable} hasCreators={isTeam} {...actions} />
        ) : (
          <EmptyState
            icon="key"
            title={past.length > 0 ? 'No active keys' : 'No API keys yet'}
            action={
              actions && (
                <>
                  <Button kind="primary" icon="plus" onClick={actions.onCreate}>
                    {past.length > 0 ? 'Create a key' : 'Create your first key'}
                  </Button>
                  <ButtonAnchor href="/docs">Read the quick start</ButtonAnchor>
                </>
              )
            }
          >
            {actions ? (
              <>
                Create a key, run the command that comes with it, and see the response within a minute. Your
                first {ONE_TIME_RECORDS.api} records are free.
              </>
            ) : (
              'Owners and developers of the account can create one.'
            )}
          </EmptyState>
        )}
      </Card>
      {past.length > 0 && (
        <div>
          <Button
            kind="quiet"
            icon={isPastShown ? 'down' : 'right'}
            aria-expanded={isPastShown}
            onClick={() => setPastShown((shown) => !shown)}
          >
            Revoked and expired keys ({past.length})
          </Button>
          {isPastShown && (
            <Card
              isFlush
              title="Revoked and expired keys"
              description={
                past.length >= ACCOUNT_LIMITS.endedKeys &&
                `Only the ${ACCOUNT_LIMITS.endedKeys} keys that were revoked or expired most recently are listed.`
              }
            >
              <KeyTable caption="Revoked and expired keys" keys={past} hasCreators={isTeam} />
            </Card>
          )}
        </div>
      )}
    </>
  );
}

function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const revoke = useRevokeKey();
  const toast = useToast();
  if (!apiKey) return null;
  const name = keyName(apiKey);
  return (
    <ConfirmDialog
      isOpen
      title={`Revoke “${name}”?`}
      confirmLabel="Revoke key"
      onClose={onClose}
      onConfirm={async () => {
        await revoke.mutateAsync(apiKey.id);
        toast({ text: `“${name}” was revoked.` });
      }}
    >
      <p>
        {apiKey.isTest && <TestBadge />} Requests with <code>{apiKey.hint}…</code> are refused within five
        seconds. This cannot be undone.
      </p>
      <p>
        {apiKey.lastUsedAt ? (
          <>
            It was last used <Time at={apiKey.lastUsedAt} style="relative" />. To replace it without downtime,
            roll it instead.
          </>
        ) : (
          'It has never been used.'
        )}
      </p>
    </ConfirmDialog>
  );
}

function KeysSkeleton() {
  return (
    <Card title="Active keys">
      <RowsSkeleton label="Loading your keys" rows={3} height="3.25rem" />
    </Card>
  );
}
