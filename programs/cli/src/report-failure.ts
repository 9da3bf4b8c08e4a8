import { createColors } from 'picocolors';
import type { GlobalOptions } from './config/settings';
import { failureOf, type CliError } from './failure';
import { wrapLines } from './output/display-width';
import { printable, safeJson } from './output/printable';
import { isColored, noteWidth, type ProgramStreams } from './output/terminal';

/**
 * Reports a failure on standard error: one line on what happened, one on what to do; with --json, a JSON document.
 *
 * @returns the exit status.
 */
export function reportFailure(error: unknown, streams: ProgramStreams, options: GlobalOptions): number {
  const failure = failureOf(error);
  const { stderr, environment } = streams;
  if (options.json || options.jsonl) {
    stderr.write(`${safeJson({ error: documentOf(failure) })}\n`);
    return failure.exitCode;
  }
  const colors = createColors(isColored(stderr, environment, options.color === false ? 'never' : 'auto'));
  const width = noteWidth(streams);
  stderr.write(`${wrapLines(`${colors.red('signals:')} ${printable(failure.message)}`, width)}\n`);
  if (failure.remedy !== undefined) stderr.write(`${wrapLines(printable(failure.remedy), width)}\n`);
  if (failure.idempotencyKey !== undefined)
    stderr.write(`To repeat it safely, add: --idempotency-key ${failure.idempotencyKey}\n`);
  if (options.verbose) {
    const { requestId, code, status } = failure;
    const details = [
      `code ${code}`,
      ...(status === undefined ? [] : [`status ${status}`]),
      ...(requestId === undefined ? [] : [`request ${requestId}`]),
    ];
    stderr.write(`${colors.dim(printable(details.join(', ')))}\n`);
  }
  return failure.exitCode;
}

function documentOf(failure: CliError) {
  const { code, message, remedy, status, requestId, retryAfterSeconds, idempotencyKey, exitCode, issues } =
    failure;
  return {
    code,
    message,
    remedy,
    status,
    requestId,
    retryAfterSeconds,
    idempotencyKey,
    exitCode,
    ...(issues.length > 0 && { errors: issues }),
  };
}
