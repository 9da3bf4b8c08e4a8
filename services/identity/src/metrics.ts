import type { Metrics } from '@heliograph/runtime';
import type { Verdict } from './domain/verdict';

/** Identity's own metrics; README.md lists them. */
export class IdentityMetrics {
  private readonly authentications;
  private readonly changes;

  constructor(metrics: Metrics) {
    this.authentications = metrics.counter(
      'identity_authentications_total',
      'Credentials judged, by verdict.',
      ['verdict'],
    );
    this.changes = metrics.counter(
      'identity_changes_total',
      'Changes of accounts and keys that were asked for.',
      ['action'],
    );
  }

  judged(verdict: Verdict): void {
    this.authentications.inc({ verdict });
  }

  changed(action: string): void {
    this.changes.inc({ action });
  }
}
