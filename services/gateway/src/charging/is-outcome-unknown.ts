import { isUnavailable, toServiceError } from '@heliograph/runtime';

/** The ledger's verdicts are certain; a failure on the way to it or inside it is not, and a retry may succeed. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isUnavailable(error) || toServiceError(error).code === 'internal';
}
