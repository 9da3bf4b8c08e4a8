const DEEPEST_CAUSE = 5;

/** What a log line says of an error. */
interface DescribedError {
  type: string;
  message: string;
  stack?: string;
  code?: string | number;
  cause?: unknown;
}

/**
 * An error as it is logged: what it is, where it came from and why. Nothing else that hangs on it gets into the log:
 * drivers attach whole connections, with the statements and values under way and with what would let a reader cancel them.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  const described: DescribedError = {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: error.message,
    stack: error.stack,
  };
  if (typeof code === 'string' || typeof code === 'number') described.code = code;
  if (error.cause !== undefined && depth < DEEPEST_CAUSE)
    described.cause = describeCause(error.cause, depth + 1);
  return described;
}

/** A cause that is no error may be anything, so only what is plain is kept. */
function describeCause(cause: unknown, depth: number): unknown {
  if (cause instanceof Error) return describeError(cause, depth);
  if (typeof cause !== 'object' || cause === null) return cause;
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' || typeof code === 'number' ? { code } : {};
}
