import type { SavedSearch } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { useMay } from '../../api/members';
import { useRotateSecret, useSendTest, useUpdateSavedSearch } from '../../api/saved-searches';
import {
  Badge,
  Button,
  ButtonLink,
  Card,
  ConfirmDialog,
  EmptyState,
  Facts,
  FailureNotice,
  formatCount,
  LeaveGuard,
  Notice,
  Time,
  useToast,
} from '../../design';
import { useMayOpen } from '../../layout/use-may-open';
import styles from './saved-searches.module.css';
import { answerOf, stateOf } from './states';

interface WebhookCardProps {
  savedSearch: SavedSearch;
  onAdd: () => void;
  onChange: () => void;
  onSecret: (secret: string) => void;
}

/** Where matches are sent, and the webhook's state. */
export function WebhookCard({ savedSearch, onAdd, onChange, onSecret }: WebhookCardProps) {
  const [asked, setAsked] = useState<'rotate' | 'remove' | null>(null);
  const { webhook, maxRecordsPerDay } = savedSearch;
  const canChange = useMay('updateSavedSearch');
  if (!webhook) {
    return (
      <Card isFlush title="Webhook">
        <EmptyState
          icon="terminal"
          title="No webhook"
          action={
            canChange && (
              <Button icon="plus" onClick={onAdd}>
                Add a webhook
              </Button>
            )
          }
        >
          A webhook sends each new activity to your server within seconds. Each activity costs one API record,
          charged once per account in 30 days. <a href="/docs/webhooks">How webhooks work</a>
        </EmptyState>
      </Card>
    );
  }
  const { text, tone } = stateOf(savedSearch);
  return (
    <Card
      title="Webhook"
      actions={
        canChange && (
          <Button size="small" onClick={onChange}>
            Change
          </Button>
        )
      }
    >
      <div className={styles.block}>
        <StateNotice savedSearch={savedSearch} />
        <Facts
          facts={[
            { term: 'State', value: <Badge tone={tone}>{text}</Badge> },
            { term: 'Address', value: <code className={styles.code}>{webhook.url}</code> },
            {
              term: 'Daily record limit',
              value: maxRecordsPerDay === undefined ? 'No limit' : formatCount(maxRecordsPerDay),
            },
            ...(webhook.previousSecretUntil
              ? [{ term: 'Previous secret valid until', value: <Time at={webhook.previousSecretUntil} /> }]
              : []),
          ]}
        />
        {canChange && <SendTest key={webhook.url} id={savedSearch.id} />}
        {canChange && (
          <div className={styles.row}>
            <Button size="small" icon="refresh" onClick={() => setAsked('rotate')}>
              Rotate secret
            </Button>
            <Button size="small" kind="quietDanger" onClick={() => setAsked('remove')}>
              Remove webhook
            </Button>
          </div>
        )}
      </div>
      <RotateSecret
        id={savedSearch.id}
        previousUntil={webhook.previousSecretUntil}
        isOpen={asked === 'rotate'}
        onClose={() => setAsked(null)}
        onSecret={onSecret}
      />
      <RemoveWebhook id={savedSearch.id} isOpen={asked === 'remove'} onClose={() => setAsked(null)} />
    </Card>
  );
}

/** Why deliveries are held up, and what to do. */
function StateNotice({ savedSearch: { state, failure, maxRecordsPerDay } }: { savedSearch: SavedSearch }) {
  const mayOpen = useMayOpen('/billing');
  if (state === 'failing') {
    return (
      <Notice
        tone="danger"
        title={
          failure?.status === 410
            ? 'Your server answered 410 (Gone), so deliveries stopped'
            : 'Your server has accepted no deliveries for three days'
        }
      >
        {failure && (
          <p>
            Last response, <Time at={failure.at} style="relative" />:{' '}
            {answerOf({ lastAttempt: { ...failure, failure: failure.reason } })}.
          </p>
        )}
        <p>
          New matches wait for up to 30 days. Fix your server or change the address, then send a test:
          deliveries resume once it returns 2xx. Failed ones are sent only if you replay them, free of charge.
        </p>
      </Notice>
    );
  }
  if (state === 'waiting_for_records') {
    return (
      <Notice
        tone="warning"
        title="Deliveries are waiting for records"
        action={
          mayOpen && (
            <ButtonLink size="small" to="/billing">
              Billing
            </ButtonLink>
          )
        }
      >
        Nothing is lost.{' '}
        {maxRecordsPerDay !== undefined &&
          'If the daily record limit has been reached, they will be sent on the next UTC day. '}
        Otherwise top up your balance: deliveries resume within five minutes.
      </Notice>
    );
  }
  return null;
}

function SendTest({ id }: { id: string }) {
  const test = useSendTest(id);
  const isTaken = test.data?.state === 'delivered';
  return (
    <>
      <Button icon="right" isBusy={test.isPending} onClick={() => test.mutate()}>
        Send a test
      </Button>
      {test.data && !test.isPending && (
        <Notice
          tone={isTaken ? 'success' : 'danger'}
          live={isTaken ? 'status' : 'alert'}
          title={isTaken ? 'Your server accepted the test' : 'Your server did not accept the test'}
        >
          {answerOf(test.data)}
        </Notice>
      )}
      <FailureNotice error={test.error} />
    </>
  );
}

function RotateSecret({
  id,
  previousUntil,
  isOpen,
  onClose,
  onSecret,
}: {
  id: string;
  /** Set for 24 hours after a rotation, perhaps one whose response was lost. */
  previousUntil?: string;
  isOpen: boolean;
  onClose: () => void;
  onSecret: (secret: string) => void;
}) {
  const rotate = useRotateSecret(id);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      kind="primary"
      title="Rotate the webhook’s secret?"
      confirmLabel="Rotate secret"
      onClose={onClose}
      onConfirm={async () => {
        const { webhook } = await rotate.mutateAsync();
        onSecret(webhook!.secret!);
      }}
    >
      <div className={styles.block}>
        <p>
          You get a new secret. For 24 hours, deliveries are signed with both, so you have time to update your
          server. Rotating again within that time ends the oldest immediately.
        </p>
        {previousUntil && (
          <Notice tone="warning" live="status" title="It was rotated in the last 24 hours">
            The secret before is valid until <Time at={previousUntil} />. Rotating again ends it now: be ready
            to give your server the new one.
          </Notice>
        )}
      </div>
      {rotate.isPending && <LeaveGuard />}
    </ConfirmDialog>
  );
}

function RemoveWebhook({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const update = useUpdateSavedSearch(id);
  const toast = useToast();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Remove the webhook?"
      confirmLabel="Remove webhook"
      onClose={onClose}
      onConfirm={async () => {
        await update.mutateAsync({ webhook: null });
        toast({ text: 'The webhook was removed.' });
      }}
    >
      Pending deliveries are dropped, and the secret is gone. The saved search stays.
    </ConfirmDialog>
  );
}
