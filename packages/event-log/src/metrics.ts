import type { Metrics } from '@heliograph/runtime';

/** What an event log counts; without a registry it counts nothing. */
export interface EventLogMetrics {
  published(topic: string, messages: number): void;
  handled(topic: string, group: string, messages: number): void;
  failed(operation: 'publish' | 'handle' | 'log', topic: string): void;
}

export function createEventLogMetrics(metrics: Metrics | undefined): EventLogMetrics {
  const published = metrics?.counter('event_log_published_total', 'Messages appended durably.', ['topic']);
  const handled = metrics?.counter('event_log_handled_total', 'Messages handled and committed.', [
    'topic',
    'group',
  ]);
  const failures = metrics?.counter(
    'event_log_failures_total',
    'Failures by what failed: publish, handle (it comes again) or log (the log itself; tried again).',
    ['operation', 'topic'],
  );
  return {
    published: (topic, messages) => published?.inc({ topic }, messages),
    handled: (topic, group, messages) => handled?.inc({ topic, group }, messages),
    failed: (operation, topic) => failures?.inc({ operation, topic }),
  };
}
