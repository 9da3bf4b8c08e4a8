import type { OperatorConsole } from '@heliograph/dashboard-api';
import type { QueryClient } from '@tanstack/react-query';
import { consoleQuery, useConsole } from '../../../api/operator';
import {
  Badge,
  Facts,
  Figure,
  FigureRow,
  formatCount,
  formatDay,
  formatMonth,
  formatQuantity,
  Loaded,
  Loading,
  Money,
  PageHeader,
  PageStack,
  Skeleton,
  Time,
} from '../../../design';
import styles from './console.module.css';
import { CorpusCard } from './corpus-card';
import { MeasuredCard } from './measured-card';
import { RefusalsCard } from './refusals-card';
import { ServicesCard } from './services-card';
import { formatWait, indexState, type StateSummary, reconciliationState } from './states';
import { LargestAccounts, UsageCard } from './usage-cards';

export const preload = (client: QueryClient) => void client.prefetchQuery(consoleQuery);

/** `/operator`: the installation's state at a glance. */
export function Component() {
  const figures = useConsole();
  return (
    <>
      <PageHeader
        title="Console"
        description="Figures for the whole installation. Days and months are UTC."
      />
      <Loaded query={figures} skeleton={<ConsoleSkeleton />} errorTitle="The figures could not be loaded">
        {(data) => (
          <PageStack>
            <Headline figures={data} />
            <ServicesCard services={data.services} />
            <div className={styles.columns}>
              <EmbeddingCard embedding={data.embedding} />
              <MeteringCard outbox={data.outbox} metering={data.metering} />
              <WebhooksCard webhooks={data.webhooks} />
              <RefusalsCard refusals={data.refusals} />
            </div>
            <UsageCard usage={data.usage} />
            <LargestAccounts usage={data.usage} />
            <CorpusCard corpus={data.corpus} />
          </PageStack>
        )}
      </Loaded>
    </>
  );
}

const MISSING = '—';

function Headline({ figures: { usage, corpus } }: { figures: OperatorConsole }) {
  const used = 'value' in usage ? usage.value : undefined;
  const held = 'value' in corpus ? corpus.value : undefined;
  const newest = held?.newestActivityDate;
  return (
    <FigureRow label="Revenue and corpus">
      <Figure
        label="Revenue today"
        value={used ? <Money amount={used.today.revenue} /> : MISSING}
        note={used ? formatQuantity(used.today.records, 'record') : 'Unavailable'}
        trend={used?.days.map(({ revenue }) => Number(revenue))}
      />
      <Figure
        label="Revenue this month"
        value={used ? <Money amount={used.total.revenue} /> : MISSING}
        note={used ? 'Charged to prepaid balances' : 'Unavailable'}
      />
      <Figure
        label="Records this month"
        value={used ? formatCount(used.total.records) : MISSING}
        note={used ? formatQuantity(used.total.requests, 'request') : 'Unavailable'}
        trend={used?.days.map(({ records }) => records)}
      />
      <Figure
        label="Published signals"
        value={held ? formatCount(held.signals) : MISSING}
        note={held ? (newest ? `Newest: ${formatDay(newest, true)}` : 'The corpus is empty') : 'Unavailable'}
        trend={held?.days.map(({ signals }) => signals)}
      />
    </FigureRow>
  );
}

function State({ state }: { state: StateSummary }) {
  return <Badge tone={state.tone}>{state.text}</Badge>;
}

function EmbeddingCard({ embedding }: { embedding: OperatorConsole['embedding'] }) {
  return (
    <MeasuredCard title="Semantic index" source="Indexer" measured={embedding}>
      {(value) => (
        <Facts
          facts={[
            { term: 'State', value: <State state={indexState(value)} /> },
            ...(value.blocker === null ? [] : [{ term: 'Blocked by', value: value.blocker }]),
            { term: 'Model', value: value.model ?? 'None' },
            {
              term: 'Embedded',
              value: `${formatCount(value.embedded)} of ${formatQuantity(value.signals, 'signal')}`,
            },
            { term: 'Waiting', value: formatQuantity(value.remaining, 'signal') },
            { term: 'Cannot be embedded', value: formatQuantity(value.dead, 'signal') },
            { term: 'Events waiting', value: formatCount(value.lag) },
          ]}
        />
      )}
    </MeasuredCard>
  );
}

function MeteringCard({ outbox, metering }: Pick<OperatorConsole, 'outbox' | 'metering'>) {
  return (
    <MeasuredCard title="Metering and reconciliation" source="Metering" measured={metering}>
      {({ lag, deadLetters, reconciliations }) => (
        <Facts
          facts={[
            ...reconciliations.map((reconciliation) => ({
              term: `Reconciled ${formatMonth(reconciliation.month)}`,
              value: (
                <>
                  <State state={reconciliationState(reconciliation)} />{' '}
                  <Time at={reconciliation.finishedAt} style="relative" />
                </>
              ),
            })),
            ...(reconciliations.length === 0 ? [{ term: 'Reconciliation', value: 'Not finished yet' }] : []),
            { term: 'Charges to publish', value: 'value' in outbox ? waiting(outbox.value) : outbox.failure },
            { term: 'Events to count', value: formatCount(lag) },
            {
              term: 'Dead letters',
              value: deadLetters === 0 ? '0' : <Badge tone="danger">{formatCount(deadLetters)}</Badge>,
            },
          ]}
        />
      )}
    </MeasuredCard>
  );
}

function WebhooksCard({ webhooks }: Pick<OperatorConsole, 'webhooks'>) {
  return (
    <MeasuredCard title="Webhooks" source="Notifier" measured={webhooks}>
      {(value) => (
        <Facts
          facts={[
            { term: 'Deliveries waiting', value: waiting(value) },
            {
              term: 'Failing receivers',
              value:
                value.failingSearches === 0 ? (
                  '0'
                ) : (
                  <Badge tone="warning">
                    {formatQuantity(value.failingSearches, 'saved search', 'saved searches')}
                  </Badge>
                ),
            },
            { term: 'Waiting for records', value: formatQuantity(value.waitingAccounts, 'account') },
            { term: 'Signals to match', value: formatCount(value.lag) },
          ]}
        />
      )}
    </MeasuredCard>
  );
}

function waiting({ pending, oldestSeconds }: { pending: number; oldestSeconds: number | null }): string {
  if (oldestSeconds === null) return formatCount(pending);
  return `${formatCount(pending)}, the oldest for ${formatWait(oldestSeconds)}`;
}

function ConsoleSkeleton() {
  return (
    <Loading label="Loading the figures">
      <FigureRow>
        <Skeleton height="8.75rem" />
        <Skeleton height="8.75rem" />
        <Skeleton height="8.75rem" />
        <Skeleton height="8.75rem" />
      </FigureRow>
      <Skeleton height="11rem" />
      <Skeleton height="18rem" />
    </Loading>
  );
}
