import type { TopicDefinition } from './event-log';

/** Usage of the API: one event for each successful data request, published by the ledger. */
export const USAGE_RECORDED_TOPIC = 'usage.recorded.v1';
export const USAGE_RECORDED_TYPE = 'heliograph.usage.recorded.v1';
export const LEDGER_SOURCE = '/heliograph/ledger';

const dayMs = 86_400_000;

/** How long events are kept for groups that are behind and for new ones. */
export const EVENT_RETENTION_MS = 30 * dayMs;
/** Dead letters wait for a person. */
export const DEAD_LETTER_RETENTION_MS = 90 * dayMs;

/** Where messages of a topic go that cannot be handled. */
export function deadLetterTopic(topic: string): string {
  return `${topic}.dlq`;
}

/** The topic of usage events and the one of its dead letters. */
export function usageTopics(partitions: number): TopicDefinition[] {
  return [
    { name: USAGE_RECORDED_TOPIC, partitions, retentionMs: EVENT_RETENTION_MS },
    {
      name: deadLetterTopic(USAGE_RECORDED_TOPIC),
      partitions: 1,
      retentionMs: DEAD_LETTER_RETENTION_MS,
    },
  ];
}
