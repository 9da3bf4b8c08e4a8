import { CHANGES_PARAMETERS } from '@heliograph/contract';
import type { search } from '@heliograph/proto';
import { ServiceError, type CallContext } from '@heliograph/runtime';
import type { CorpusContext } from '../context';
import { fieldsOf } from './fields';
import { requireLimit } from './limit';

const ID = /^(0|[1-9][0-9]{0,18})$/;

/**
 * The next changes of matching signals, as serialized JSON. The gateway checked the bounds; they are checked again
 * here, because they bound the work.
 *
 * @throws ServiceError `invalid_parameter`, `cursor_expired`, `rate_limited`, `unavailable`, `response_too_large`.
 */
export async function changes(
  context: CorpusContext,
  request: search.ChangesRequest,
  call: CallContext,
): Promise<search.ChangesResponse> {
  if (!context.changes) throw noChanges();
  const { filters = {}, after, since, limit, waitMs, fields } = request;
  requireLimit(limit, CHANGES_PARAMETERS.limit.maximum);
  if (waitMs > CHANGES_PARAMETERS.wait.maximum * 1000) {
    throw new ServiceError('invalid_parameter', 'wait is too long.');
  }
  const { next, ...page } = await context.changes.changes(
    {
      filters,
      after: after && positionFromRequest(after),
      sinceMs: since?.getTime(),
      limit,
      waitMs,
      fields: fieldsOf(fields),
    },
    call,
  );
  return { ...page, next: { version: BigInt(next.version), id: next.id } };
}

/** Until operators choose another engine. */
const NO_CHANGES_RETRY_SECONDS = 3_600;

const noChanges = () =>
  new ServiceError('unavailable', 'Changes cannot be followed with the search engine of this installation.', {
    retryAfterSeconds: NO_CHANGES_RETRY_SECONDS,
  });

function positionFromRequest({ version, id }: search.ChangePosition): { version: number; id: string } {
  if (version > BigInt(Number.MAX_SAFE_INTEGER) || !ID.test(id)) {
    throw new ServiceError('invalid_parameter', 'after is not a position.');
  }
  return { version: Number(version), id };
}
