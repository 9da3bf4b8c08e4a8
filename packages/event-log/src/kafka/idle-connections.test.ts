import RequestQueue from 'kafkajs/src/network/requestQueue';
import { quietIdleConnections } from './idle-connections';

const THROTTLED_MS = 1_000;

beforeAll(quietIdleConnections);
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function connection() {
  const queue = new RequestQueue({ requestTimeout: 60_000, logger: { debug() {} } });
  const sent: number[] = [];
  return {
    queue,
    sent,
    request(correlationId: number) {
      const entry = { correlationId, resolve() {}, reject() {} };
      queue.push({ entry, expectResponse: true, sendRequest: () => void sent.push(correlationId) });
    },
    respond: (correlationId: number) =>
      queue.fulfillRequest({ correlationId, payload: Buffer.alloc(0), size: 0 }),
  };
}

test('a connection without requests sets no timer', () => {
  const { request, respond, sent } = connection();
  request(1);
  respond(1);
  expect(sent).toEqual([1]);
  expect(jest.getTimerCount()).toBe(0);
});

test('requests held back by a throttled connection are sent when it may send again', () => {
  const { queue, request, respond, sent } = connection();
  queue.maybeThrottle(THROTTLED_MS);
  request(1);
  request(2);
  jest.advanceTimersByTime(THROTTLED_MS - 1);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(sent).toEqual([1, 2]);
  respond(1);
  respond(2);
  jest.advanceTimersByTime(THROTTLED_MS);
  expect(jest.getTimerCount()).toBe(0);
});
