import { monthIssue } from '@heliograph/contract';
import type { ledger } from '@heliograph/proto';
import { retryUnavailable } from '@heliograph/runtime';
import type { Query } from '@heliograph/signal-search';
import type { GatewayContext } from '../../context';
import { ReceiptCursors } from '../../domain/receipt-cursor';
import type { DataApi } from '../data-api';
import type { Operation } from '../operation';
import { queryOf, throwIfInvalid } from '../query';
import { sendFree } from '../send-free';

const PARAMETERS: ReadonlySet<string> = new Set(['month', 'cursor']);
const PAGE = 100;
const TIMEOUT_MS = 10_000;

/** `GET {root}/usage/receipts`: the links of the account's chain in a UTC month, by sequence. Free. */
export function listReceipts(of: DataApi): Operation {
  return {
    name: 'listReceipts',
    methods: ['GET', 'HEAD'],
    of,
    async handle(context, exchange) {
      const { accountId, isTest } = exchange.credential!;
      const query = queryOf(exchange, PARAMETERS);
      const holder = { channel: isTest ? ('test' as const) : of.name, accountId };
      const cursors = new ReceiptCursors(context.config.cursorSecrets, holder);
      const place = readPlace(context, query, cursors);
      throwIfInvalid(query);
      const request = { accountId, month: place.month, afterSequence: place.sequence, limit: PAGE };
      const page = isTest
        ? { month: '', links: [], more: false }
        : await retryUnavailable(
            (timeoutMs) => context.backends.live.ledger.listReceipts(request, exchange.readCall(timeoutMs)),
            { totalMs: TIMEOUT_MS, attemptMs: TIMEOUT_MS },
          );
      const last = page.links.at(-1);
      await sendFree(context, exchange, {
        items: page.links.map((link) => receiptOf(accountId, link)),
        nextCursor: page.more && last ? cursors.encode({ month: page.month, sequence: last.sequence }) : null,
      });
    },
  };
}

/** Where to continue; adds the query's issues. An empty month means the current one. */
function readPlace(context: GatewayContext, query: Query, cursors: ReceiptCursors) {
  const month = query.values.get('month') ?? '';
  const issue = month === '' ? undefined : monthIssue(month, context.clock());
  if (issue) query.issues.push({ code: 'invalid_parameter', parameter: 'month', message: issue });
  const text = query.values.get('cursor') ?? '';
  if (text === '') return { month, sequence: 0n };
  const place = cursors.decode(text);
  if (!place) {
    const message = 'is not a valid cursor for this account and endpoint';
    query.issues.push({ code: 'cursor_invalid', parameter: 'cursor', message });
  } else if (month !== '' && month !== place.month) {
    const message = 'belongs to another month; use that month, or leave out "month"';
    query.issues.push({ code: 'cursor_mismatch', parameter: 'cursor', message });
  }
  return place ?? { month, sequence: 0n };
}

/** A link as it is hashed: RFC 8785 sorts its members. */
function receiptOf(accountId: string, link: ledger.Link) {
  return {
    accountId,
    sequence: Number(link.sequence),
    eventId: link.eventId,
    at: link.at,
    operation: link.operation,
    mode: link.mode ?? null,
    records: link.records,
    amountMicros: Number(link.amountMicros),
    requestId: link.requestId,
    answerSha256: link.answerSha256 ?? null,
    previous: link.previous,
  };
}
