import type { Logger } from './logger';

const INTERVAL_MS = 10_000;
/** Beyond this many kinds, all other failures count as one kind. */
const MAXIMUM_KINDS = 200;

type Level = 'warn' | 'error';

/** The description of a failure. */
interface FailureFields {
  err?: unknown;
  /** What failed. */
  operation?: string;
  method?: string;
  [field: string]: unknown;
}

interface Silence {
  /** Failures of the same kind since its last line. */
  count: number;
  /** Fields of the latest one. */
  fields: FailureFields;
}

/**
 * Logs failures that callers can cause with every request, without letting them flood the log: one line per kind
 * immediately, then at most one in ten seconds, whose `repeated` says how many it stands for. Failures with the same
 * reason in the same place are of one kind, whatever the request.
 */
export class FailureLog {
  private readonly silences = new Map<string, Silence>();

  /** @param intervalMs between two lines of the same kind. */
  constructor(
    private readonly logger: Pick<Logger, Level>,
    private readonly intervalMs: number = INTERVAL_MS,
  ) {}

  /** Logs a failure that is our fault. */
  error(fields: FailureFields, message: string): void {
    this.note('error', fields, message);
  }

  /** Logs a failure that is transient or the caller's fault. */
  warn(fields: FailureFields, message: string): void {
    this.note('warn', fields, message);
  }

  private note(level: Level, fields: FailureFields, message: string): void {
    let kind = kindOf(level, fields, message);
    if (!this.silences.has(kind) && this.silences.size >= MAXIMUM_KINDS) kind = level;
    const silence = this.silences.get(kind);
    if (silence) {
      silence.count += 1;
      silence.fields = fields;
      return;
    }
    this.logger[level](fields, message);
    this.beSilent(kind, level, message);
  }

  private beSilent(kind: string, level: Level, message: string): void {
    const silence: Silence = { count: 0, fields: {} };
    this.silences.set(kind, silence);
    setTimeout(() => {
      this.silences.delete(kind);
      if (silence.count === 0) return;
      this.logger[level]({ ...silence.fields, repeated: silence.count }, message);
      this.beSilent(kind, level, message);
    }, this.intervalMs).unref();
  }
}

/** Identifies where and why, but not for whom: error messages may quote the request. */
function kindOf(level: Level, { err, operation, method }: FailureFields, message: string): string {
  const cause = rootOf(err);
  const code = (cause as { code?: unknown } | undefined)?.code;
  const place = cause instanceof Error ? /^\s*at .*$/m.exec(cause.stack ?? '')?.[0] : undefined;
  const name = cause instanceof Error ? cause.name : typeof cause;
  return JSON.stringify([level, message, operation, method, name, code, place]);
}

/** The root cause of an error; if causes are circular, any of them. */
function rootOf(error: unknown): unknown {
  let root = error;
  for (let depth = 0; depth < 5 && root instanceof Error && root.cause instanceof Error; depth += 1) {
    root = root.cause;
  }
  return root;
}
