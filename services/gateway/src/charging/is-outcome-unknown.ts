import { isUnavailable, toServiceError } from '@heliograph/runtime';

/** A verdict of the ledger is certain; a failure on the way to it or inside it is not, and a repetition may succeed. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isUnavailable(error) || toServiceError(error).code === 'internal';
}
