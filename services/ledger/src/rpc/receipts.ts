import { isMonth, MONTH_RULE } from '@heliograph/contract';
import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import { Issues, ServiceError, isIdentifier, IDENTIFIER_RULE } from '@heliograph/runtime';
import type { Context } from '../context';
import { MAXIMUM_LINKS, type Link } from '../domain/link';
import { statementOf } from '../domain/statement';

/** An account's links in a month. */
export async function listReceipts(
  { receipts }: Context,
  { accountId, month: asked, afterSequence, limit }: ledger.ListReceiptsRequest,
): Promise<ledger.ListReceiptsResponse> {
  const issues = new Issues();
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(asked === '' || isMonth(asked), 'month', MONTH_RULE);
  issues.require(limit >= 1 && limit <= MAXIMUM_LINKS, 'limit', `must be from 1 to ${MAXIMUM_LINKS}`);
  issues.throwIfAny();
  const month = asked || (await onDatabase(() => receipts.currentMonth()));
  const links = await onDatabase(() => receipts.list(accountId, month, afterSequence, limit + 1));
  return { month, links: links.slice(0, limit).map(linkToResponse), more: links.length > limit };
}

/** What an account's links took from the prepaid balance; unknown links are left out. */
export async function getReceiptAmounts(
  { receipts }: Context,
  { accountId, sequences }: ledger.GetReceiptAmountsRequest,
): Promise<ledger.GetReceiptAmountsResponse> {
  const issues = new Issues();
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(sequences.length <= MAXIMUM_LINKS, 'sequences', `must be at most ${MAXIMUM_LINKS}`);
  issues.require(sequences.every(isSequence), 'sequences', 'must be numbers of links');
  issues.throwIfAny();
  return { amounts: await onDatabase(() => receipts.amounts(accountId, sequences)) };
}

/**
 * A month's links, totaled and signed.
 *
 * @throws ServiceError `internal` when a hash does not match its entry: a signed statement must be right. `unavailable`
 *   without keys.
 */
export async function getStatement(
  { receipts, statementKeys, metrics }: Context,
  { accountId, month }: ledger.GetStatementRequest,
): Promise<ledger.GetStatementResponse> {
  const issues = new Issues();
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(isMonth(month), 'month', MONTH_RULE);
  issues.throwIfAny();
  if (!statementKeys) {
    throw new ServiceError(
      'unavailable',
      'This installation does not sign statements: its operator has not set a key.',
      {
        cause: 'STATEMENT_KEYS is not set',
      },
    );
  }
  const links = await onDatabase(() => receipts.sum(accountId, month));
  metrics.stated(links.wrongLinks === 0 ? 'signed' : 'refused');
  if (links.wrongLinks > 0) {
    throw new ServiceError('internal', 'The statement could not be created.', {
      cause: `${links.wrongLinks} links of ${accountId} in ${month} do not match their entries`,
    });
  }
  return { statement: statementKeys.sign(statementOf(accountId, month, links)) };
}

/** The keys that verify statements; none if no statements are signed. */
export function listStatementKeys({ statementKeys }: Context): ledger.ListStatementKeysResponse {
  return { jwks: JSON.stringify(statementKeys?.published ?? { keys: [] }) };
}

/** Whether the database can hold it. */
const isSequence = (sequence: bigint) => sequence < 2n ** 63n;

const linkToResponse = (link: Link): ledger.Link => link;
