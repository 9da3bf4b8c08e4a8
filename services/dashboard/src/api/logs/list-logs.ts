import type { RequestLog } from '@heliograph/dashboard-api';
import {
  loggedRequestRecord,
  readIdentifier,
  readLogFilter,
  readReceiptAmounts,
} from '@heliograph/signal-search';
import { LOGGED_OPERATIONS } from '../../domain/logged-operations';
import { ask } from '../ask';
import { readNames } from '../credential-names';
import { endpoint, refuse } from '../endpoint';
import { withApiIssues } from '../errors';

const PAGE = 50;

/** `GET /logs` */
export const listLogs = endpoint({
  name: 'listLogs',
  query: new Set(['requestId', 'credential', 'operation', 'status', 'from', 'until', 'cursor']),
  checksQuery: true,
  async run({ context, exchange, signedIn: { account }, query }) {
    const { clients } = context;
    const accountId = account.id;
    const filter = { ...readLogFilter(query), credentialId: readIdentifier(query, 'credential') };
    refuse(query.issues);
    const { requests, nextPageToken, retentionDays } = await withApiIssues(
      ask(exchange, (call) => clients.metering.listRequests({ accountId, limit: PAGE, ...filter }, call)),
    );
    const [names, amounts] = await Promise.all([
      readNames(context, exchange, accountId, requests),
      readReceiptAmounts(requests, (sequences) =>
        ask(exchange, (call) => clients.ledger.getReceiptAmounts({ accountId, sequences }, call)),
      ),
    ]);
    return {
      items: requests.map((request) =>
        loggedRequestRecord(request, names, amounts, account.logsQueries === true),
      ),
      nextCursor: nextPageToken || null,
      retentionDays,
      operations: [...LOGGED_OPERATIONS],
    } satisfies RequestLog;
  },
});
