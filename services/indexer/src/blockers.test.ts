import { silent } from '../test/support/server';
import { Blockers } from './blockers';

const lines: string[] = [];
const logger = Object.assign(Object.create(silent) as typeof silent, {
  warn: (_: unknown, text: string) => lines.push(text),
  info: (_: unknown, text: string) => lines.push(text),
});
const failed = jest.fn();
const blockersOf = () => new Blockers(logger, { failed });
const succeed = () => Promise.resolve();
const fail = () => Promise.reject(new Error('no space left'));

beforeEach(() => {
  lines.length = 0;
  failed.mockClear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

it('takes a failed write for over only after a successful one, whatever can be read', async () => {
  const blockers = blockersOf();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(blockers.watch('index', fail)).rejects.toThrow('index: no space left');
    await blockers.watchRead('index', succeed);
    expect(blockers.has('index')).toBe(true);
    jest.advanceTimersByTime(70_000);
  }
  await blockers.watch('index', succeed);
  expect(blockers.has('index')).toBe(false);
  expect(failed).toHaveBeenCalledTimes(3);
  expect(lines).toEqual(['indexing is blocked; retrying', 'indexing is no longer blocked']);
});

it('takes a failed read for over after a successful one', async () => {
  const blockers = blockersOf();
  await expect(blockers.watchRead('index', fail)).rejects.toThrow();
  expect(blockers.has('index')).toBe(true);
  await blockers.watchRead('index', succeed);
  expect(blockers.has('index')).toBe(false);
});

it('does not keep a failed write that is retried elsewhere by now', async () => {
  const blockers = blockersOf();
  await expect(blockers.watch('index', fail)).rejects.toThrow();
  jest.advanceTimersByTime(301_000);
  await blockers.watchRead('index', succeed);
  expect(blockers.has('index')).toBe(false);
});

it("keeps what blocks the leader's work only while it leads", async () => {
  const blockers = blockersOf();
  blockers.leads(true);
  await expect(blockers.watch('event log', fail)).rejects.toThrow();
  await expect(blockers.watch('embedding', fail)).rejects.toThrow();
  expect(blockers.has('event log')).toBe(true);
  blockers.leads(false);
  expect(blockers.has('event log')).toBe(false);
  // Work that outlasted the leadership fails late.
  await expect(blockers.watch('event log', fail)).rejects.toThrow();
  expect(blockers.has('event log')).toBe(false);
  expect(blockers.has('embedding')).toBe(true);
});
