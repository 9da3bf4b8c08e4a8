import { LEDGER_SOURCE, toMessage, USAGE_RECORDED_TYPE, type EventMessage } from '@heliograph/event-log';
import { usage } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';

/** Messages like the ledger's, spread over this many accounts. */
export function usageMessages(count: number, accounts: number): EventMessage[] {
  return Array.from({ length: count }, (_, index) => {
    const account = index % accounts;
    const event: usage.UsageRecorded = {
      eventId: uuidv7(),
      accountId: `account-${account}`,
      credentialId: `credential-${account}`,
      channel: 'api',
      operation: index % 10 === 0 ? 'getCompany' : 'searchSignals',
      mode: index % 10 === 0 ? '' : 'keyword',
      records: 25,
      allowanceRecords: 0,
      prepaidRecords: 25,
      subscriptionRecords: 0,
      prepaidMicros: 125_000n,
      requestId: uuidv7(),
      time: new Date(),
    };
    const data = Buffer.from(usage.UsageRecorded.encode(event).finish());
    const { eventId: id, time } = event;
    return toMessage(
      { id, type: USAGE_RECORDED_TYPE, source: LEDGER_SOURCE, time: time!, data },
      event.accountId,
    );
  });
}
