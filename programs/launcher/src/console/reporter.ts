/** The {@link ReadyReport}'s `signIn.by` when people sign in with the development issuer. */
export const DEVELOPMENT_ISSUER = 'development issuer';

/** What is reported about a started system. */
export interface ReadyReport {
  gatewayUrl: string;
  /** Where browsers find the dashboard. */
  dashboardUrl: string;
  /** How people sign in; undefined if they cannot, because no issuer is set. */
  signIn: { by: string; email?: string } | undefined;
  home: string;
  logs: string;
  /** Undefined for a system without a demo account. */
  demoKey: string | undefined;
  /** The external parts by purpose, with their locations but no credentials. */
  uses: Readonly<Record<string, string>>;
  /** Security warnings, one per line. */
  warnings: readonly string[];
  /** From the command to readiness. */
  seconds: number;
}

/** Reports the progress of a start. */
export interface Reporter {
  /** Reports that a step that takes a moment has begun. */
  step(text: string): void;
  ready(report: ReadyReport): void;
  stopping(text: string): void;
  /** A line that names a cause and a remedy. */
  failed(text: string): void;
}
