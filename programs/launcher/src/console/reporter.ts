/** Says that people sign in by the issuer of one machine. */
export const DEVELOPMENT_ISSUER = 'development issuer';

/** What a started system is made known by. */
export interface ReadyReport {
  gatewayUrl: string;
  /** Where browsers find the dashboard. */
  dashboardUrl: string;
  /** How people sign in; undefined: they cannot, because no issuer is set. */
  signIn: { by: string; email?: string } | undefined;
  home: string;
  logs: string;
  /** Undefined for a system without a demo account. */
  demoKey: string | undefined;
  /** What stands in for embedded parts, by what it is for: where it is, without credentials. */
  uses: Readonly<Record<string, string>>;
  /** What is not as safe as it could be; a line each. */
  warnings: readonly string[];
  /** From the command to readiness. */
  seconds: number;
}

/** Reports the progress of a start. */
export interface Reporter {
  /** Something that takes a moment has begun. */
  step(text: string): void;
  ready(report: ReadyReport): void;
  stopping(text: string): void;
  /** A line that names a cause and a remedy. */
  failed(text: string): void;
}
