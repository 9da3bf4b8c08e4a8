import type { AuditLog } from '@heliograph/dashboard-api';
import { ask } from '../ask';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';
import { auditEntryRecord } from './convert';

const PAGE = 50;

/** `GET /audit?person=&cursor=` */
export const listAudit = endpoint({
  name: 'listAudit',
  query: new Set(['person', 'cursor']),
  async run({ context: { clients }, exchange, signedIn: { account, user }, query }) {
    const pageToken = query.values.get('cursor') ?? '';
    const userId = query.values.get('person') ?? '';
    const { entries, nextPageToken } = await withApiIssues(
      ask(exchange, (call) =>
        clients.identity.listAuditEntries({ accountId: account.id, limit: PAGE, pageToken, userId }, call),
      ),
    );
    return {
      items: entries.map((entry) => auditEntryRecord(entry, account, user.id)),
      nextCursor: nextPageToken || null,
    } satisfies AuditLog;
  },
});
