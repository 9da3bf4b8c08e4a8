import type { Metrics } from '@heliograph/runtime';

/** An event log's counters; without a registry nothing is counted. */
export interface EventLogMetrics {
  published(topic: string, messages: number): void;
  handled(topic: string, group: string, messages: number): void;
  missed(topic: string, group: string, messages: number): void;
  failed(operation: 'publish' | 'handle' | 'log', topic: string): void;
}

export function createEventLogMetrics(metrics: Metrics | undefined): EventLogMetrics {
  const published = metrics?.counter('event_log_published_total', 'Messages appended durably.', ['topic']);
  const handled = metrics?.counter('event_log_handled_total', 'Messages processed and committed.', [
    'topic',
    'group',
  ]);
  const missed = metrics?.counter(
    'event_log_missed_total',
    'Messages deleted before the group processed them.',
    ['topic', 'group'],
  );
  const failures = metrics?.counter(
    'event_log_failures_total',
    'Failures by what failed: publish, handle (it comes again), or log (the log itself; retried).',
    ['operation', 'topic'],
  );
  return {
    published: (topic, messages) => published?.inc({ topic }, messages),
    handled: (topic, group, messages) => handled?.inc({ topic, group }, messages),
    missed: (topic, group, messages) => missed?.inc({ topic, group }, messages),
    failed: (operation, topic) => failures?.inc({ operation, topic }),
  };
}
