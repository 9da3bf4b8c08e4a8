import type { EventMessage } from '@heliograph/event-log';
import { signals } from '@heliograph/proto';
import { decodeEvent } from '../consumer/decode-event';
import type { SignalChange } from '../domain/signal';
import { messageOf } from './signal-event';

const time = new Date('2026-11-21T10:00:00Z');
const change: SignalChange = {
  withdrawn: false,
  id: '9999999999999999999',
  version: 12n,
  title: 'Brindlewick raises €12m',
  publishedAtMs: Date.parse('9999-12-31T23:59:59.999Z'),
  ordinal: 2_147_483_647,
};

it('is read as it was written', () => {
  expect(decodeEvent(messageOf(change, time))).toEqual(change);
  const early = { ...change, publishedAtMs: Date.parse('1900-01-01T00:00:00Z'), ordinal: 0 };
  expect(decodeEvent(messageOf(early, time))).toEqual(early);
  const withdrawal: SignalChange = { withdrawn: true, id: '7', version: 3n };
  expect(decodeEvent(messageOf(withdrawal, time))).toEqual(withdrawal);
});

it('is keyed by the signal and identified by its version', () => {
  expect(messageOf(change, time)).toMatchObject({
    key: '9999999999999999999',
    headers: {
      ce_id: '9999999999999999999:12',
      ce_type: 'heliograph.signals.published.v1',
      ce_source: '/heliograph/catalog',
      ce_time: '2026-11-21T10:00:00.000Z',
    },
  });
});

function changed(
  event: Partial<signals.SignalPublished>,
  headers: Record<string, string> = {},
): EventMessage {
  const message = messageOf(change, time);
  const data = { ...signals.SignalPublished.decode(message.value), ...event };
  const value = Buffer.from(signals.SignalPublished.encode(data).finish());
  return { ...message, value, headers: { ...message.headers, ...headers } };
}

it.each<[string, EventMessage]>([
  ['header ce_type is not heliograph.signals.published.v1', changed({}, { ce_type: 'other' })],
  ['header ce_id is missing', changed({}, { ce_id: '' })],
  ['the data is not a SignalPublished message', { ...changed({}), value: Buffer.from([0xff]) }],
  ['id is not 1 to 19 digits', changed({ id: '07', eventId: '07:12' }, { ce_id: '07:12' })],
  ['version is not a positive number', changed({ version: 0n })],
  ['version is not a positive number', changed({ version: 2n ** 63n })],
  ['event_id is not made of id and version', changed({ eventId: '1:12' })],
  ['event_id is not the id in the header ce_id', changed({}, { ce_id: '1:12' })],
  ['title is missing', changed({ title: '' })],
  ['published_at is missing', changed({ publishedAt: undefined })],
  ['ordinal is more than 2147483647', changed({ ordinal: 2_147_483_648 })],
])('refuses: %s', (reason, message) => {
  expect(() => decodeEvent(message)).toThrow(`not a valid event: ${reason}`);
});
