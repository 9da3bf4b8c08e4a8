import type { Metrics } from '@heliograph/runtime';
import type { CredentialKind } from './domain/credential-kind';
import type { Verdict } from './domain/verdict';

const SIGN_IN_OUTCOMES = [
  ...(['returned', 'linked', 'created', 'no_email', 'email_taken', 'email_unverified'] as const),
  ...(['account_disabled', 'account_suspended', 'over', 'refused', 'unavailable', 'failed'] as const),
] as const;

export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/** The grants that client tokens are issued for. */
type Grant = 'authorization_code' | 'device_code' | 'refresh_token' | 'refresh_token_repeated';

/** Identity's own metrics. */
export class IdentityMetrics {
  private readonly authentications;
  private readonly sessions;
  private readonly changes;
  private readonly signIns;
  private readonly tokens;
  private readonly reuses;
  private readonly guesses;
  private readonly expired;

  constructor(metrics: Metrics) {
    this.authentications = metrics.counter(
      'identity_authentications_total',
      'Credentials checked, by kind and verdict.',
      ['kind', 'verdict'],
    );
    this.sessions = metrics.counter(
      'identity_session_verdicts_total',
      'Browser sessions checked, by verdict.',
      ['verdict'],
    );
    this.changes = metrics.counter(
      'identity_changes_total',
      'Changes to accounts, keys, and sessions, by action.',
      ['action'],
    );
    this.signIns = metrics.counter(
      'identity_sign_ins_total',
      'Sign-ins that returned from the issuer, by outcome.',
      ['outcome'],
    );
    // A series that first appears with a sign-in has no rate, and no alert, until the next one.
    for (const outcome of SIGN_IN_OUTCOMES) this.signIns.inc({ outcome }, 0);
    this.tokens = metrics.counter(
      'identity_cli_tokens_issued_total',
      'Token pairs issued to the command-line client, by grant.',
      ['grant'],
    );
    this.reuses = metrics.counter(
      'identity_cli_refresh_reuses_total',
      'Client sessions revoked because a refresh token was reused.',
    );
    this.guesses = metrics.counter('identity_user_code_misses_total', 'Lookups of unknown user codes.');
    this.expired = metrics.counter('identity_expired_rows_total', 'Expired rows removed, by table.', [
      'table',
    ]);
  }

  checked(kind: CredentialKind, verdict: Verdict): void {
    this.authentications.inc({ kind, verdict });
  }

  sessionChecked(verdict: Verdict): void {
    this.sessions.inc({ verdict });
  }

  changed(action: string): void {
    this.changes.inc({ action });
  }

  signedIn(outcome: SignInOutcome): void {
    this.signIns.inc({ outcome });
  }

  tokensIssued(grant: Grant): void {
    this.tokens.inc({ grant });
  }

  refreshReused(): void {
    this.reuses.inc();
  }

  userCodeMissed(): void {
    this.guesses.inc();
  }

  rowsRemoved(table: string, count: number): void {
    this.expired.inc({ table }, count);
  }
}
