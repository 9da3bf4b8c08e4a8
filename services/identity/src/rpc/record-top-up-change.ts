import { inTransaction, onDatabase } from '@heliograph/postgres';
import { identity } from '@heliograph/proto';
import { Issues, isUuid, isText, type CallContext } from '@heliograph/runtime';
import { createHash } from 'node:crypto';
import type { Context } from '../context';
import { writeAudit } from '../storage/audit';
import { actorOf } from './convert/calls';
import { noSuchAccount } from './not-found';

const MAXIMUM_LENGTH = 200;
const RULE = `must be 1 to ${MAXIMUM_LENGTH} characters without control characters`;

const { CARD_SAVED, CARD_REMOVED, PAUSED } = identity.RecordTopUpChangeRequest_Change;
const ACTIONS: ReadonlyMap<
  identity.RecordTopUpChangeRequest_Change,
  'card.save' | 'card.remove' | 'auto_top_up.pause'
> = new Map([
  [CARD_SAVED, 'card.save'],
  [CARD_REMOVED, 'card.remove'],
  [PAUSED, 'auto_top_up.pause'],
]);

/**
 * Logs that an account's card was saved or removed, or that its automatic top-ups turned themselves off. A repetition
 * with the same key is not logged again.
 *
 * @throws ServiceError `not_found` for an unknown account; `invalid_parameter` naming every issue.
 */
export async function recordTopUpChange(
  { pool }: Context,
  request: identity.RecordTopUpChangeRequest,
  call: CallContext,
): Promise<identity.RecordTopUpChangeResponse> {
  const { accountId, detail, deduplicationKey } = request;
  if (!isUuid(accountId)) throw noSuchAccount();
  const action = ACTIONS.get(request.change);
  const issues = new Issues();
  issues.require(action !== undefined, 'change', 'must be given');
  issues.require(isName(detail), 'detail', RULE);
  issues.require(isName(deduplicationKey), 'deduplication_key', RULE);
  issues.throwIfAny();
  const change = {
    action: action!,
    accountId,
    detail: action === 'auto_top_up.pause' ? { reason: detail } : { card: detail },
    entryId: entryIdOf(accountId, deduplicationKey),
  };
  await onDatabase(() =>
    inTransaction(pool, (client) => writeAudit(client, actorOf(call, request.actor), change)),
  );
  return {};
}

/** A UUIDv8 (RFC 9562, section 5.8). */
function entryIdOf(accountId: string, key: string): string {
  const hash = createHash('sha256').update(`${accountId}\n${key}`).digest().subarray(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const isName = (text: string) => text !== '' && isText(text, MAXIMUM_LENGTH);
