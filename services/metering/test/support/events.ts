import { toMessage, LEDGER_SOURCE, USAGE_RECORDED_TYPE, type EventMessage } from '@heliograph/event-log';
import { usage } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';

/** A search for one record from the one-time allowance, just now; override what matters. */
export function usageOf(overrides: Partial<usage.UsageRecorded> = {}): usage.UsageRecorded {
  const records = overrides.records ?? 1;
  return {
    eventId: uuidv7(),
    accountId: 'account-1',
    credentialId: 'credential-1',
    channel: 'api',
    operation: 'searchSignals',
    mode: 'keyword',
    records,
    allowanceRecords: records,
    prepaidRecords: 0,
    subscriptionRecords: 0,
    prepaidMicros: 0n,
    requestId: 'request-1',
    time: new Date(),
    ...overrides,
  };
}

/** The message that the ledger publishes for an event. */
export function messageOf(event: usage.UsageRecorded, headers: Record<string, string> = {}): EventMessage {
  const message = toMessage(
    {
      id: event.eventId,
      type: USAGE_RECORDED_TYPE,
      source: LEDGER_SOURCE,
      time: event.time ?? new Date(),
      data: Buffer.from(usage.UsageRecorded.encode(event).finish()),
    },
    event.accountId,
  );
  return { ...message, headers: { ...message.headers, ...headers } };
}

export const messagesOf = (count: number, overrides: Partial<usage.UsageRecorded> = {}): EventMessage[] =>
  Array.from({ length: count }, () => messageOf(usageOf(overrides)));
