import { createLogger } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import type { WindowUse } from './rate-limits';
import { FallbackWindows } from './fallback-windows';
import { MemoryWindows } from './memory-windows';

const minute = Date.UTC(2026, 10, 20, 10, 23);
const ACCOUNT = 'a';

/** How far the shared store's clock is ahead. */
const AHEAD_MS = 7_000;

let windows: FallbackWindows;
let state: {
  isDown: boolean;
  asked: string[];
  known: WindowUse[];
  fallbacks: number;
  changes: boolean[];
  lines: string[];
  now: number;
};

beforeEach(() => {
  const shared = new MemoryWindows();
  state = { isDown: false, asked: [], known: [], fallbacks: 0, changes: [], lines: [], now: minute };
  const logger = createLogger(
    { service: 'test', level: 'info' },
    { write: (line) => state.lines.push((JSON.parse(line) as { msg: string }).msg) },
  );
  windows = new FallbackWindows(
    {
      connect: async () => {
        if (state.isDown) throw new Error('refused');
      },
      take: async (name, isSearch, known) => {
        state.asked.push(name);
        state.known.push(known);
        if (state.isDown) throw new Error('gone');
        return shared.take(name, isSearch, state.now + AHEAD_MS);
      },
      close: () => undefined,
    },
    new MemoryWindows(),
    {
      logger,
      onFallback: () => state.fallbacks++,
      onChange: (isShared) => state.changes.push(isShared),
    },
  );
});
afterEach(() => windows.close());

const take = () => windows.take(ACCOUNT, true, state.now);

it('uses the shared windows while they respond, and reports their time', async () => {
  await windows.start();
  await take();
  expect(await take()).toEqual({ requests: 2, searches: 2, atMs: minute + AHEAD_MS });
  expect(state).toMatchObject({ fallbacks: 0, changes: [true], lines: [] });
});

it('continues from the last known count when they are down, in the same minute, and logs that once', async () => {
  for (let count = 0; count < 5; count++) await take();
  state.isDown = true;
  const counts = await Promise.all([take(), take(), take()]);
  expect(counts.map(({ requests }) => requests).sort()).toEqual([6, 7, 8]);
  expect(counts[0]!.atMs).toBe(minute + AHEAD_MS);
  expect(state).toMatchObject({ fallbacks: 3, changes: [true, false] });
  expect(state.lines).toHaveLength(1);
});

it('does not call them on behalf of requests while they are down', async () => {
  state.isDown = true;
  for (let count = 0; count < 100; count++) await take();
  expect(state.asked.filter((name) => name === ACCOUNT)).toHaveLength(1);
});

it('notices when they are back, logs that once, and sends them its counts', async () => {
  state.isDown = true;
  for (let count = 0; count < 3; count++) await take();
  await waitFor(() => state.asked.includes('probe'));
  expect(state.changes).toEqual([true, false]);
  state.isDown = false;
  await waitFor(() => state.changes.length === 3);
  expect(state.changes).toEqual([true, false, true]);
  expect(state.lines).toHaveLength(2);
  await take();
  expect(state.known.at(-1)).toEqual({ requests: 3, searches: 3, atMs: minute });
});

it('logs at startup when they are unavailable', async () => {
  state.isDown = true;
  await windows.start();
  expect(state.changes).toEqual([true, false]);
  expect(state.lines).toHaveLength(1);
  state.isDown = false;
  await waitFor(() => state.changes.length === 3);
});
