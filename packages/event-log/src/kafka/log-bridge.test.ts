import { createLogger } from '@heliograph/runtime';
import { logLevel } from 'kafkajs';
import { logBridge } from './log-bridge';

interface Line {
  level: number;
  part: string;
  broker?: string;
  msg: string;
  repeated?: number;
}

const TIMESTAMP = '2026-11-30T00:00:00.000Z';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function bridge() {
  const lines: Line[] = [];
  const logger = createLogger(
    { service: 'test', level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line) as Line) },
  );
  const log = logBridge(logger)(logLevel.INFO);
  const warn = (message: string, fields: object = {}) =>
    log({
      namespace: 'Connection',
      level: logLevel.ERROR,
      label: '',
      log: { timestamp: TIMESTAMP, message, ...fields },
    });
  return { lines, warn };
}

it('logs each kind of failure once in ten seconds, however long the brokers are away', () => {
  const { lines, warn } = bridge();
  for (let second = 0; second < 60; second += 1) {
    for (const broker of ['a:1', 'b:2']) warn(`Connection error: connect ECONNREFUSED ${broker}`, { broker });
    jest.advanceTimersByTime(1_000);
  }
  expect(lines).toHaveLength(2 + 2 * 6);
  expect(lines.at(-1)).toMatchObject({ level: 40, part: 'kafkajs Connection', broker: 'b:2', repeated: 10 });
});

it('tells the reasons of one request apart', () => {
  const { lines, warn } = bridge();
  warn('Response Produce(key: 0, version: 7)', { error: 'This server is not the leader' });
  warn('Response Produce(key: 0, version: 7)', { error: new Error('The request timed out') });
  warn('Crash: stopped', { error: 'stopped' });
  expect(lines.map(({ msg }) => msg)).toEqual([
    'Response Produce(key: 0, version: 7): This server is not the leader',
    'Response Produce(key: 0, version: 7): The request timed out',
    'Crash: stopped',
  ]);
});
