import {
  LEDGER_SOURCE,
  toMessage,
  USAGE_RECORDED_TYPE,
  USAGE_VOIDED_TYPE,
  type EventMessage,
} from '@heliograph/event-log';
import { usage } from '@heliograph/proto';

/** A row of the view `ledger.pending_event`; the driver returns bigint as text. */
export interface PendingUsageEvent {
  position: string;
  topic: string;
  key: string;
  event_id: string;
  /** Whether it voids the request rather than adding it. */
  is_void: boolean;
  account_id: string;
  credential_id: string;
  channel: string;
  operation: string;
  mode: string;
  records: number;
  allowance_records: string;
  prepaid_records: number;
  subscription_records: string;
  prepaid_micros: string;
  request_id: string;
  time: Date;
}

/** The message of a charge or its void. It depends only on the row, so publishing it again yields the same message. */
export function messageOf(row: PendingUsageEvent): EventMessage {
  const data = usage.UsageRecorded.encode({
    eventId: row.event_id,
    accountId: row.account_id,
    credentialId: row.credential_id,
    channel: row.channel,
    operation: row.operation,
    mode: row.mode,
    records: row.records,
    allowanceRecords: Number(row.allowance_records),
    prepaidRecords: row.prepaid_records,
    subscriptionRecords: Number(row.subscription_records),
    prepaidMicros: BigInt(row.prepaid_micros),
    requestId: row.request_id,
    time: row.time,
  }).finish();
  return toMessage(
    {
      id: row.event_id,
      type: row.is_void ? USAGE_VOIDED_TYPE : USAGE_RECORDED_TYPE,
      source: LEDGER_SOURCE,
      time: row.time,
      data: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    },
    row.key,
  );
}
