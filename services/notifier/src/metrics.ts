import type { Metrics } from '@heliograph/runtime';

const CHANGES = ['created', 'updated', 'deleted', 'secret_rotated'] as const;

export type SavedSearchChange = (typeof CHANGES)[number];

/** The notifier's own metrics. */
export class NotifierMetrics {
  private readonly changes;

  constructor(metrics: Metrics) {
    this.changes = metrics.counter(
      'notifier_saved_search_changes_total',
      'Changes of saved searches, by kind.',
      ['change'],
    );
    // One that appears with its first change would have no rate until its second.
    for (const change of CHANGES) this.changes.inc({ change }, 0);
  }

  savedSearchChanged(change: SavedSearchChange): void {
    this.changes.inc({ change });
  }
}
