import type { Delivery } from '@heliograph/dashboard-api';
import { useMemo, useState } from 'react';
import { describeFailure } from '../../api/errors';
import { useMay } from '../../api/members';
import { useDeliveries, useReplayDelivery, useReplaySince } from '../../api/saved-searches';
import { serverNow } from '../../api/server-clock';
import {
  Badge,
  Button,
  Card,
  type Column,
  ConfirmDialog,
  EmptyState,
  Field,
  formatQuantity,
  Loaded,
  LoadMore,
  Select,
  Table,
  Time,
  useToast,
} from '../../design';
import styles from './saved-searches.module.css';
import { answerOf, deliveryStateOf } from './states';

/** What was sent to the webhook in the last 30 days, with the responses. */
export function DeliveriesCard({ id }: { id: string }) {
  const deliveries = useDeliveries(id);
  const [isReplaying, setReplaying] = useState(false);
  const canReplay = useMay('replayDeliveries');
  const items = useMemo(() => deliveries.data?.pages.flatMap((page) => page.items) ?? [], [deliveries.data]);
  return (
    <Card
      isFlush
      title="Deliveries"
      description="Kept for 30 days. Sending one again is free and reuses its webhook-id."
      actions={
        canReplay &&
        items.length > 0 && (
          <Button size="small" icon="refresh" onClick={() => setReplaying(true)}>
            Send again since…
          </Button>
        )
      }
    >
      <Loaded query={deliveries} errorTitle="The deliveries could not be loaded">
        {() =>
          items.length === 0 ? (
            <EmptyState icon="calendar" title="Nothing sent yet">
              The first new activity that matches is sent within seconds. Send a test to try your server.
            </EmptyState>
          ) : (
            <DeliveryTable id={id} items={items} />
          )
        }
      </Loaded>
      <LoadMore
        hasMore={deliveries.hasNextPage}
        isLoading={deliveries.isFetchingNextPage}
        error={deliveries.isFetchNextPageError ? deliveries.error : undefined}
        onLoad={() => void deliveries.fetchNextPage()}
        label="Load more deliveries"
        shown={formatQuantity(items.length, 'delivery', 'deliveries')}
      />
      <ReplaySince id={id} isOpen={isReplaying} onClose={() => setReplaying(false)} />
    </Card>
  );
}

function DeliveryTable({ id, items }: { id: string; items: readonly Delivery[] }) {
  const canReplay = useMay('replayDelivery');
  const replay = useReplayDelivery(id);
  const toast = useToast();
  const again = (deliveryId: string) =>
    replay.mutate(deliveryId, {
      onSuccess: () => toast({ text: 'Sent again.' }),
      onError: (error) => toast({ tone: 'danger', text: describeFailure(error) }),
    });
  return (
    <Table
      caption="Deliveries, newest first"
      columns={columnsOf(again, replay.isPending ? replay.variables : undefined).filter(
        ({ id: column }) => canReplay || column !== 'again',
      )}
      rows={items}
      rowId={(delivery) => delivery.id}
    />
  );
}

/** @param busyId id of the delivery being sent again. */
function columnsOf(again: (deliveryId: string) => void, busyId: string | undefined): Column<Delivery>[] {
  return [
    { id: 'at', header: 'Created', isHeading: true, cell: ({ at }) => <Time at={at} style="second" /> },
    {
      id: 'items',
      header: 'Content',
      cell: ({ items, test }) => (test ? 'Test' : formatQuantity(items, 'activity', 'activities')),
    },
    {
      id: 'state',
      header: 'State',
      cell: (delivery) => {
        const { text, tone } = deliveryStateOf(delivery);
        return <Badge tone={tone}>{text}</Badge>;
      },
    },
    { id: 'attempts', header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
    {
      id: 'answer',
      header: 'Last response',
      cell: (delivery) => (
        <span className={styles.row}>
          <span className={styles.code}>{answerOf(delivery)}</span>
          {delivery.lastAttempt && (
            <span className={styles.muted}>
              <Time at={delivery.lastAttempt.at} style="relative" />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'next',
      header: 'Next attempt',
      cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Time at={nextAttemptAt} style="second" /> : 'None'),
    },
    {
      id: 'again',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: ({ id, at, test }) =>
        !test && (
          <Button
            kind="quiet"
            size="small"
            isBusy={id === busyId}
            aria-label={`Send the delivery from ${at} again`}
            onClick={() => again(id)}
          >
            Send again
          </Button>
        ),
    },
  ];
}

const HOUR_MS = 3_600_000;
const PERIODS = [
  { label: 'Last hour', ms: HOUR_MS },
  { label: 'Last 24 hours', ms: 24 * HOUR_MS },
  { label: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  // A minute less: anything older than 30 days is refused, and the request takes a moment.
  { label: 'Last 30 days', ms: 30 * 24 * HOUR_MS - 60_000 },
] as const;

function ReplaySince({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const [chosen, setChosen] = useState(0);
  const replay = useReplaySince(id);
  const toast = useToast();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      kind="primary"
      title="Send deliveries again?"
      confirmLabel="Send again"
      onClose={onClose}
      onConfirm={async () => {
        const since = new Date(serverNow() - PERIODS[chosen]!.ms).toISOString();
        const { deliveries } = await replay.mutateAsync(since);
        toast({ text: `${formatQuantity(deliveries, 'delivery', 'deliveries')} sent again.` });
      }}
    >
      <Field label="Created in the" hint="In their original order, free of charge.">
        {(control) => (
          <Select {...control} value={chosen} onChange={({ target }) => setChosen(Number(target.value))}>
            {PERIODS.map(({ label }, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </ConfirmDialog>
  );
}
