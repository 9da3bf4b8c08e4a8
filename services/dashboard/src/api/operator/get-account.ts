import type { AccountDetails } from '@heliograph/dashboard-api';
import { ask } from '../ask';
import { readBillingEntries } from '../billing/read-entries';
import { fundsRecord, operatedAccountRecord } from '../convert';
import { endpoint } from '../endpoint';
import { keyRecords } from '../keys/convert';
import { readKeys } from '../keys/list-keys';
import { memberRecord } from '../members/convert';
import { ownId } from '../parameters';
import { requireAccount } from '../require-account';
import { auditEntryRecord } from '../settings/convert';

const LATEST = 20;

/** `GET /operator/accounts/{id}` */
export const getAccount = endpoint({
  name: 'getAccount',
  isForOperators: true,
  async run({ context, exchange, signedIn, parameters }) {
    const accountId = ownId(parameters, 'account');
    const { clients } = context;
    const account = await requireAccount(context, accountId, (read) => ask(exchange, read));
    const [usage, { keys, uses }, billing, audit, { members }] = await Promise.all([
      ask(exchange, (call) => clients.ledger.getUsage({ accountId, month: '' }, call)),
      readKeys(context, exchange, accountId),
      readBillingEntries(context, exchange, accountId, LATEST, undefined),
      ask(exchange, (call) =>
        clients.identity.listAuditEntries({ accountId, limit: LATEST, pageToken: '', userId: '' }, call),
      ),
      ask(exchange, (call) => clients.members.listMembers({ accountId }, call)),
    ]);
    const record = operatedAccountRecord(account);
    return {
      account: record,
      funds: fundsRecord(usage, record),
      members: members.map((member) => memberRecord(member, signedIn.user.id)),
      keys: keyRecords(keys, uses, context.clock()),
      entries: billing.items,
      audit: audit.entries.map((entry) => auditEntryRecord(entry, account, signedIn.user.id)),
    } satisfies AccountDetails;
  },
});
