import { createHash } from 'node:crypto';
import type { EventMessage, StoredEvent } from '@heliograph/event-log';
import { usage } from '@heliograph/proto';
import type { UsageTopic } from '../bed/usage-topic';
import { POISON_KEY } from '../inject/messages';
import type { BadMessage, Evidence, PublishedEvent } from './evidence';

/** The contents of the topic and its dead letters. */
export async function readTopic(
  topic: UsageTopic,
): Promise<Pick<Evidence, 'events' | 'unexpectedMessages' | 'deadLetters'>> {
  const events: PublishedEvent[] = [];
  const unexpectedMessages: BadMessage[] = [];
  for await (const page of topic.eventPages()) {
    for (const message of page) {
      if (message.key.startsWith(POISON_KEY)) continue;
      const event = eventOf(message);
      if (event) events.push(event);
      else unexpectedMessages.push(badMessage(message));
    }
  }
  const deadLetters = (await topic.readDeadLetters()).map((message) => ({
    ...badMessage(message),
    reason: message.headers.dead_letter_reason,
  }));
  return { events, unexpectedMessages, deadLetters };
}

export function badMessage({ key, value }: EventMessage): BadMessage {
  return { key, digest: createHash('sha256').update(value).digest('hex') };
}

/** Parses the value alone, but requires the header to agree. */
function eventOf({ key, headers, value }: StoredEvent): PublishedEvent | undefined {
  try {
    const event = usage.UsageRecorded.decode(value);
    const { eventId: id, accountId, credentialId, requestId, records, prepaidMicros } = event;
    if (headers.ce_id !== id) return undefined;
    return { id, key, accountId, credentialId, requestId, records, prepaidMicros };
  } catch {
    return undefined;
  }
}
