import { InvalidEventError, parseCloudEvent, toMessage, type CloudEvent } from './cloud-event';

const event: CloudEvent = {
  id: '0198c1f2-0000-7000-8000-000000000001',
  type: 'heliograph.usage.recorded.v1',
  source: '/heliograph/ledger',
  time: new Date('2026-11-21T13:05:00.123Z'),
  data: Buffer.from([8, 150, 1]),
};
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

it('maps attributes to headers according to the Kafka binding of CloudEvents', () => {
  expect(toMessage(event, 'account-1')).toEqual({
    key: 'account-1',
    headers: {
      ce_specversion: '1.0',
      ce_id: event.id,
      ce_type: 'heliograph.usage.recorded.v1',
      ce_source: '/heliograph/ledger',
      ce_time: '2026-11-21T13:05:00.123Z',
      'content-type': 'application/protobuf',
    },
    value: event.data,
  });
  expect(toMessage({ ...event, traceparent: TRACEPARENT }, 'account-1').headers.ce_traceparent).toBe(
    TRACEPARENT,
  );
});

it('reads back what it wrote', () => {
  expect(parseCloudEvent(toMessage(event, 'account-1'))).toEqual(event);
  expect(parseCloudEvent(toMessage({ ...event, traceparent: TRACEPARENT }, 'k'))).toEqual({
    ...event,
    traceparent: TRACEPARENT,
  });
});

it('accepts a time with an offset', () => {
  const message = toMessage(event, 'account-1');
  const headers = { ...message.headers, ce_time: '2026-11-21T14:05:00.123+01:00' };
  expect(parseCloudEvent({ ...message, headers }).time).toEqual(event.time);
});

it.each([
  ['ce_id', undefined, 'header ce_id is missing'],
  ['ce_type', '', 'header ce_type is missing'],
  ['ce_source', undefined, 'header ce_source is missing'],
  ['ce_specversion', '0.3', 'header ce_specversion is not 1.0'],
  ['ce_time', 'yesterday', 'header ce_time is not an RFC 3339 time'],
  ['ce_time', '2026-13-01T00:00:00Z', 'header ce_time is not an RFC 3339 time'],
  ['ce_time', '1', 'header ce_time is not an RFC 3339 time'],
  ['content-type', 'application/json', 'header content-type is not application/protobuf'],
])('refuses a message whose %s is %s', (name, value, reason) => {
  const { [name]: _removed, ...others } = toMessage(event, 'account-1').headers;
  const headers = value === undefined ? others : { ...others, [name]: value };
  const parse = () => parseCloudEvent({ key: 'account-1', headers, value: event.data });
  expect(parse).toThrow(InvalidEventError);
  expect(parse).toThrow(reason);
});
