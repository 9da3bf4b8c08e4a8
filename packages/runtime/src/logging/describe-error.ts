const DEEPEST_CAUSE = 5;

/** An error as described in a log line. */
interface DescribedError {
  type: string;
  message: string;
  stack?: string;
  code?: string | number;
  cause?: unknown;
}

/**
 * Describes an error for the log: what it is, where it came from, and why. Logs none of its other properties: drivers
 * attach whole connections, with the current statements and values and with what would let a reader cancel them.
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

/** A cause that is not an error may be anything, so only plain values are kept. */
function describeCause(cause: unknown, depth: number): unknown {
  if (cause instanceof Error) return describeError(cause, depth);
  if (typeof cause !== 'object' || cause === null) return cause;
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' || typeof code === 'number' ? { code } : {};
}
