import { randomUUID } from 'node:crypto';
import type { EventMessage } from '@heliograph/event-log';
import { usage } from '@heliograph/proto';
import { uuidv7 as newId } from '@heliograph/runtime';
import type { UsageTopic } from '../bed/usage-topic';
import type { Random } from '../plan/random';
import type { Inject, Injection } from './injection';

const EVENTS_READ = 5_000;
const COPIES = 200;
const POISON = 6;
/** Prefix of the keys of messages that are not events. */
export const POISON_KEY = 'poison-';

/** Republishes old events unchanged, in another order. */
export const redeliver: Inject = (injection) =>
  onTopic(injection, async (topic) => {
    const { random, deliveries, markInjected } = injection;
    const events = (await topic.readEvents(EVENTS_READ)).filter(({ key }) => !key.startsWith(POISON_KEY));
    const copies = random
      .shuffle(events)
      .slice(0, COPIES)
      .map(({ key, headers, value }): EventMessage => ({ key, headers, value }));
    markInjected();
    let refusals = 0;
    if (copies.length > 0) await topic.publish(copies, () => (refusals += 1));
    deliveries.duplicates += copies.length;
    return `${copies.length} of ${events.length} events${after(refusals)}`;
  });

/** Publishes messages that must neither be counted nor block others. */
export const poison: Inject = (injection) =>
  onTopic(injection, async (topic) => {
    const { random, deliveries, markInjected } = injection;
    const [event] = random.shuffle(
      (await topic.readEvents(COPIES)).filter(({ key }) => !key.startsWith(POISON_KEY)),
    );
    const messages = random
      .shuffle(poisonFrom(event, random))
      .slice(0, POISON)
      .map((message) => ({ ...message, key: `${POISON_KEY}${randomUUID()}` }));
    // Recorded before sending, because even messages of a failed publish may have arrived.
    deliveries.poison.push(...messages);
    markInjected();
    let refusals = 0;
    await topic.publish(messages, () => (refusals += 1));
    return `${messages.length} messages${after(refusals)}`;
  });

function after(refusals: number): string {
  return refusals === 0 ? '' : `, refused ${refusals} times before`;
}

/** @param event a valid one to corrupt, if there is one yet. */
function poisonFrom(event: EventMessage | undefined, random: Random): Omit<EventMessage, 'key'>[] {
  const headers = {
    ce_specversion: '1.0',
    ce_id: randomUUID(),
    ce_type: 'heliograph.usage.recorded.v1',
    ce_source: '/heliograph/ledger',
    ce_time: new Date().toISOString(),
    'content-type': 'application/protobuf',
  };
  const garbage = random.bytes(random.integer(1, 2_000));
  const spoiled: Omit<EventMessage, 'key'>[] = [
    { headers: {}, value: garbage },
    { headers: {}, value: Buffer.alloc(0) },
    { headers, value: garbage },
    { headers, value: Buffer.alloc(0) },
    { headers: { ...headers, ce_time: 'yesterday' }, value: garbage },
    { headers: { ...headers, ce_specversion: '9' }, value: garbage },
  ];
  if (!event) return spoiled;
  const { ce_id: _id, ...withoutId } = event.headers;
  return [
    ...spoiled,
    { headers: withoutId, value: event.value },
    { headers: { ...event.headers, ce_id: randomUUID() }, value: event.value },
    { headers: { ...event.headers, ce_type: 'heliograph.usage.forgotten.v1' }, value: event.value },
    { headers: event.headers, value: event.value.subarray(0, event.value.length - 3) },
    changed(event, { eventId: randomUUID() }),
    // From days too old or too new for metering to tell whether an id was counted.
    changed(event, { eventId: '00000000-0000-7000-8000-000000000001' }),
    changed(event, { eventId: 'ffffffff-ffff-7000-8000-000000000001' }),
    changed(event, { eventId: newId(), records: 4_000_000_000 }),
    changed(event, { eventId: newId(), prepaidMicros: -1n }),
    changed(event, { eventId: newId(), accountId: 'not an account' }),
    changed(event, { eventId: newId(), time: undefined }),
  ];
}

/** A complete message of our own type whose content is impossible. */
function changed(event: EventMessage, change: Partial<usage.UsageRecorded>): Omit<EventMessage, 'key'> {
  const changedEvent = { ...usage.UsageRecorded.decode(event.value), ...change };
  return {
    headers: { ...event.headers, ce_id: changedEvent.eventId },
    value: Buffer.from(usage.UsageRecorded.encode(changedEvent).finish()),
  };
}

async function onTopic(
  { bed }: Injection,
  work: (topic: UsageTopic) => Promise<string | undefined>,
): Promise<string | undefined> {
  const topic = await bed.openUsageTopic();
  try {
    return await work(topic);
  } finally {
    await topic.close();
  }
}
