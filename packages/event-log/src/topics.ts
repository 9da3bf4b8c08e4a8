import type { TopicDefinition } from './event-log';

/** Usage of the API: one event per successful data request, published by the ledger. */
export const USAGE_RECORDED_TOPIC = 'usage.recorded.v1';
export const USAGE_RECORDED_TYPE = 'heliograph.usage.recorded.v1';
/** On the same topic, after the event of the request it voids. */
export const USAGE_VOIDED_TYPE = 'heliograph.usage.voided.v1';
export const LEDGER_SOURCE = '/heliograph/ledger';

/**
 * The state of signals after a catalog change: what the indexer embeds and removes. Published by the indexer's feed.
 */
export const SIGNALS_PUBLISHED_TOPIC = 'signals.published.v1';
export const SIGNALS_PUBLISHED_TYPE = 'heliograph.signals.published.v1';
export const CATALOG_SOURCE = '/heliograph/catalog';

const DAY_MS = 86_400_000;

/** How long events are kept, for lagging groups and for new ones. */
const EVENT_RETENTION_MS = 30 * DAY_MS;
/** Dead letters wait for a human. */
const DEAD_LETTER_RETENTION_MS = 90 * DAY_MS;

/** The topic for messages of a topic that cannot be processed. */
export function deadLetterTopic(topic: string): string {
  return `${topic}.dlq`;
}

/** The topic of usage events and its dead-letter topic. */
export const usageTopics = (partitions: number) => withDeadLetters(USAGE_RECORDED_TOPIC, partitions);

/** The topic of changed signals and its dead-letter topic. */
export const signalTopics = (partitions: number) => withDeadLetters(SIGNALS_PUBLISHED_TOPIC, partitions);

function withDeadLetters(name: string, partitions: number): TopicDefinition[] {
  return [
    { name, partitions, retentionMs: EVENT_RETENTION_MS },
    { name: deadLetterTopic(name), partitions: 1, retentionMs: DEAD_LETTER_RETENTION_MS },
  ];
}
