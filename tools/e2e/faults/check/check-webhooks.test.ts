import type { Received } from '../bed/receivers';
import { checkWebhooks } from './check-webhooks';
import type { Charge, Webhooks } from './evidence';

const line = (id: string, title: string) => ({
  id,
  title,
  category: 'news',
  companySlug: 'acme',
  activityDate: '2026-11-20',
  publishedAt: '2026-11-20T00:00:00Z',
});
const received = (deliveryId: string, ...signalIds: string[]): Received => ({
  savedSearchId: 'one',
  deliveryId,
  signalIds,
  isTaken: true,
});
const delivery = (id: string, chargedRecords: number, savedSearchId = 'one') => ({
  id,
  savedSearchId,
  chargedRecords,
});
const charge = (id: string, records: number): Charge => ({
  id,
  accountId: 'subscriber',
  credentialId: 'one',
  requestId: id,
  records,
  grantedRecords: records,
  prepaidRecords: 0,
  prepaidMicros: 0n,
});

/** Three signals in two deliveries; the first was sent three times. */
const sound: Webhooks = {
  accountId: 'subscriber',
  savedSearches: [{ id: 'one', word: 'watched' }],
  published: [line('1', 'watched a'), line('2', 'watched b'), line('3', 'watched c')],
  received: [
    { ...received('first', '1', '2'), isTaken: false },
    received('first', '1', '2'),
    received('first', '1', '2'),
    received('second', '3'),
  ],
  refused: [],
  deliveries: [delivery('first', 2), delivery('second', 1)],
};
const charges = [charge('first', 2), charge('second', 1)];

const checksOf = (changes: Partial<Webhooks>, all = charges) =>
  checkWebhooks({ webhooks: { ...sound, ...changes }, charges: all }).map(({ check }) => check);

it('finds nothing where each signal arrived and was paid for once', () => {
  expect(checksOf({})).toEqual([]);
});

it('finds a signal that no receiver took', () => {
  expect(checksOf({ received: [received('first', '1', '2')] })).toEqual(['lost webhook']);
});

it('finds a signal in two deliveries', () => {
  expect(checksOf({ received: [received('first', '1', '2'), received('second', '3', '1')] })).toEqual([
    'doubled webhook',
  ]);
});

it('finds a signal that the saved search does not match', () => {
  expect(checksOf({ received: [received('first', '1', '2'), received('second', '3', '9')] })).toEqual([
    'webhook without a match',
  ]);
});

it('finds deliveries that arrived out of order', () => {
  expect(checksOf({ received: [received('second', '3'), received('first', '1', '2')] })).toEqual([
    'order of webhooks',
  ]);
});

it('accepts a signal that another delivery paid for', () => {
  const deliveries = [...sound.deliveries, delivery('of another', 0, 'two')];
  expect(checksOf({ deliveries })).toEqual([]);
});

it.each([
  ['a charge that the notifier does not know', [...charges, charge('other', 1)]],
  ['a charge of other records than the notifier noted', [charge('first', 1), charge('second', 2)]],
  ['a delivery that was not charged', [charge('first', 2)]],
])('finds %s', (_what, all) => {
  expect(new Set(checksOf({}, all))).toEqual(new Set(['charge of a webhook']));
});

it('finds requests without a valid signature', () => {
  expect(checksOf({ refused: ['/fails: No signature is valid.'] })).toEqual(['request to a receiver']);
});
