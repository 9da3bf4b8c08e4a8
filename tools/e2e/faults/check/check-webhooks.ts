import type { Violation } from '../load/journal';
import type { Charge, Evidence, Webhooks } from './evidence';
import { groupBy } from './group-by';

/**
 * Each saved search got each matching signal in exactly one delivery (however often that was sent), in delivery order.
 * Each signal was paid for once, however many saved searches matched it.
 */
export function checkWebhooks({ webhooks, charges }: Pick<Evidence, 'webhooks' | 'charges'>): Violation[] {
  const own = charges.filter(({ accountId }) => accountId === webhooks.accountId);
  return [
    ...webhooks.savedSearches.flatMap(({ id, word }) => checkSavedSearch(webhooks, id, word)),
    ...checkOwnCharges(webhooks, own),
    ...webhooks.refused.map((detail) => ({ check: 'request to a receiver', detail, ids: [] })),
  ];
}

function checkSavedSearch(
  { published, received, deliveries }: Webhooks,
  id: string,
  word: string,
): Violation[] {
  const taken = received.filter(({ savedSearchId, isTaken }) => savedSearchId === id && isTaken);
  const byDelivery = new Map<string, readonly string[]>();
  for (const { deliveryId, signalIds } of taken)
    if (!byDelivery.has(deliveryId)) byDelivery.set(deliveryId, signalIds);
  const got = groupBy([...byDelivery.values()].flat(), (signalId) => signalId);
  const wanted = new Set(
    published.filter(({ title }) => title.split(' ').includes(word)).map((line) => line.id),
  );
  const lost = [...wanted].filter((signalId) => !got.has(signalId));
  const unwanted = [...got.keys()].filter((signalId) => !wanted.has(signalId));
  const doubled = [...got].filter(([, times]) => times.length > 1).map(([signalId]) => signalId);
  const made = deliveries.filter(({ savedSearchId }) => savedSearchId === id).map((delivery) => delivery.id);
  const sent = [...byDelivery.keys()];
  const isInOrder = sent.join() === made.filter((deliveryId) => byDelivery.has(deliveryId)).join();
  const found = (check: string, signalIds: readonly string[]) =>
    signalIds.length === 0
      ? []
      : [{ check, detail: `${signalIds.length} signals of "${word}"`, ids: [id, ...signalIds] }];
  return [
    ...found('lost webhook', lost),
    ...found('webhook without a match', unwanted),
    ...found('doubled webhook', doubled),
    ...(isInOrder ? [] : [{ check: 'order of webhooks', detail: `of "${word}"`, ids: [id, ...sent] }]),
  ];
}

function checkOwnCharges({ deliveries, published }: Webhooks, charges: readonly Charge[]): Violation[] {
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  const known = new Set(deliveries.map(({ id }) => id));
  const violations = deliveries.flatMap(({ id, chargedRecords }) => {
    // Signals that were paid for before are not charged.
    const charged = byId.get(id)?.records ?? 0;
    const detail = `charged ${charged}, known ${chargedRecords}`;
    return charged === chargedRecords ? [] : [{ check: 'charge of a webhook', detail, ids: [id] }];
  });
  const unknown = charges.filter(({ id }) => !known.has(id));
  const records = charges.reduce((sum, charge) => sum + charge.records, 0);
  if (unknown.length > 0)
    violations.push({
      check: 'charge of a webhook',
      detail: 'without a delivery',
      ids: unknown.map(({ id }) => id),
    });
  if (records !== published.length)
    violations.push({
      check: 'charge of a webhook',
      detail: `${records} records for ${published.length} signals`,
      ids: [],
    });
  return violations;
}
