import {
  InvalidEventError,
  parseCloudEvent,
  USAGE_RECORDED_TYPE,
  USAGE_VOIDED_TYPE,
  type StoredEvent,
} from '@heliograph/event-log';
import { usage } from '@heliograph/proto';
import { issueOf, type UsageEvent } from '../domain/usage-event';

/**
 * A message's usage event, validated.
 *
 * @throws InvalidEventError naming the issue.
 */
export function decodeEvent(message: StoredEvent): UsageEvent {
  const { id, type, data } = parseCloudEvent(message);
  if (type !== USAGE_RECORDED_TYPE && type !== USAGE_VOIDED_TYPE)
    throw new InvalidEventError(`header ce_type is neither ${USAGE_RECORDED_TYPE} nor ${USAGE_VOIDED_TYPE}`);
  const event = decodeData(data);
  const issue = issueOf(event, id);
  if (issue !== undefined) throw new InvalidEventError(issue);
  const { eventId, accountId, credentialId, channel, operation, records } = event;
  const { allowanceRecords, prepaidRecords, subscriptionRecords } = event;
  return {
    eventId,
    isVoid: type === USAGE_VOIDED_TYPE,
    accountId,
    credentialId,
    channel,
    operation,
    records,
    allowanceRecords,
    prepaidRecords,
    subscriptionRecords,
    prepaidMicros: Number(event.prepaidMicros),
    timeMs: event.time!.getTime(),
  };
}

function decodeData(data: Buffer): usage.UsageRecorded {
  try {
    return usage.UsageRecorded.decode(data);
  } catch {
    // The decoder's error could repeat content.
    throw new InvalidEventError('the data is not a UsageRecorded message');
  }
}
