import type { Violation } from '../load/journal';
import type { Charge, Evidence, PublishedEvent } from './evidence';

/** Every charge has a matching event, every event has a charge, and the outbox is empty. */
export function checkEvents({ charges, events, unexpectedMessages, outboxRows }: Evidence): Violation[] {
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  const published = new Set(events.map(({ id }) => id));
  const violations: Violation[] = charges
    .filter(({ id }) => !published.has(id))
    .map(({ id, requestId }) => ({ check: 'charge without an event', detail: requestId, ids: [id] }));
  for (const event of events) {
    const charge = byId.get(event.id);
    if (!charge) {
      violations.push({ check: 'event without a charge', detail: event.requestId, ids: [event.id] });
    } else if (!matches(event, charge)) {
      violations.push({ check: 'event differs from its charge', detail: event.requestId, ids: [event.id] });
    }
  }
  for (const { key, digest } of unexpectedMessages) {
    violations.push({ check: 'strange message', detail: `value ${digest}`, ids: [key] });
  }
  if (outboxRows > 0) {
    violations.push({ check: 'outbox', detail: `${outboxRows} events were never published`, ids: [] });
  }
  return violations;
}

function matches(event: PublishedEvent, charge: Charge): boolean {
  return (
    event.key === charge.accountId &&
    event.accountId === charge.accountId &&
    event.credentialId === charge.credentialId &&
    event.requestId === charge.requestId &&
    event.records === charge.records &&
    event.prepaidMicros === charge.prepaidMicros
  );
}

/** For each account, the first copies of events are in the order of the charges. */
export function checkOrder({ charges, events }: Evidence): Violation[] {
  const places = new Map(charges.map(({ id }, place) => [id, place]));
  const seen = new Set<string>();
  const latest = new Map<string, { id: string; place: number }>();
  const violations: Violation[] = [];
  for (const { id, accountId } of events) {
    const place = places.get(id);
    if (seen.has(id) || place === undefined) continue;
    seen.add(id);
    const before = latest.get(accountId);
    if (before && before.place > place) {
      violations.push({ check: 'order of events', detail: `in account ${accountId}`, ids: [before.id, id] });
    } else {
      latest.set(accountId, { id, place });
    }
  }
  return violations;
}

/** Dead letters are exactly the poison that was published. A dead letter may be there twice. */
export function checkDeadLetters({ deadLetters, poison }: Evidence): Violation[] {
  const nameOf = ({ key, digest }: { key: string; digest: string }) => `${key} ${digest}`;
  const published = new Set(poison.map(nameOf));
  const laidAside = new Set(deadLetters.map(nameOf));
  return [
    ...deadLetters
      .filter((letter) => !published.has(nameOf(letter)))
      .map(({ key, reason }) => ({ check: 'dead letter', detail: `not poison: ${reason}`, ids: [key] })),
    ...poison
      .filter((message) => !laidAside.has(nameOf(message)))
      .map(({ key }) => ({ check: 'dead letter', detail: 'poison that is not among them', ids: [key] })),
  ];
}
