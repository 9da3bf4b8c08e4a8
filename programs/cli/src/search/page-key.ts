import { HeliographError } from '@heliograph/sdk';
import { randomUUID } from 'node:crypto';
import { CliError } from '../failure';

const PREFIX = 'signals-page-';

/**
 * The Idempotency-Key of a run's page. The first page has the run's own key: so the page that ended another run can be
 * repeated with its key.
 *
 * @param run the run's key; undefined for a new one per page.
 * @param place from 1.
 */
export function pageKey(run: string | undefined, place: number): string {
  if (run === undefined) return `${PREFIX}${randomUUID()}`;
  return place === 1 ? run : `${run}-${place}`;
}

/** Whether this program made a key: then its page was asked for with the printed fields only. */
export function isMadeHere(key: string | undefined): boolean {
  return key?.startsWith(PREFIX) === true;
}

/** Whether a page may have been charged that was requested in vain: unless its only attempt was refused. */
export function mayBeCharged(error: unknown): boolean {
  const cause = error instanceof CliError ? error.cause : undefined;
  if (!(cause instanceof HeliographError) || cause.attempts !== 1) return true;
  const { status } = cause;
  return status === undefined || status < 400 || status >= 500;
}
