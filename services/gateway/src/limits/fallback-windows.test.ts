import { createLogger } from '@heliograph/runtime';
import { FallbackWindows } from './fallback-windows';
import { MemoryWindows } from './memory-windows';

const minute = Date.UTC(2026, 10, 20, 10, 23);

function setUp() {
  const shared = new MemoryWindows();
  const state = { isDown: false, asked: 0, fallbacks: 0, changes: [] as boolean[], lines: [] as string[] };
  const logger = createLogger(
    { service: 'test', level: 'info' },
    { write: (line) => state.lines.push((JSON.parse(line) as { msg: string }).msg) },
  );
  const windows = new FallbackWindows(
    {
      take: async (account, isSearch, now) => {
        state.asked++;
        if (state.isDown) throw new Error('gone');
        return shared.take(account, isSearch, now);
      },
    },
    new MemoryWindows(),
    {
      logger,
      onFallback: () => state.fallbacks++,
      onChange: (isShared) => state.changes.push(isShared),
    },
  );
  return { windows, state };
}

it('uses the shared windows while they answer', async () => {
  const { windows, state } = setUp();
  await windows.take('a', true, minute);
  expect(await windows.take('a', true, minute)).toEqual({ requests: 2, searches: 2 });
  expect(state).toMatchObject({ fallbacks: 0, changes: [true], lines: [] });
});

it('goes on from the count seen last when they go, and says so once', async () => {
  const { windows, state } = setUp();
  for (let count = 0; count < 5; count++) await windows.take('a', true, minute);
  state.isDown = true;
  for (let count = 6; count <= 8; count++) {
    expect((await windows.take('a', true, minute + 1)).requests).toBe(count);
  }
  expect(state).toMatchObject({ fallbacks: 3, changes: [true, false] });
  expect(state.lines).toHaveLength(1);
});

it('leaves them alone for half a second after a failure, and returns by itself', async () => {
  const { windows, state } = setUp();
  state.isDown = true;
  await windows.take('a', true, minute);
  await windows.take('a', true, minute + 499);
  expect(state.asked).toBe(1);
  await windows.take('a', true, minute + 500);
  expect(state.asked).toBe(2);
  state.isDown = false;
  expect(await windows.take('a', true, minute + 1_000)).toEqual({ requests: 1, searches: 1 });
  expect(state.changes).toEqual([true, false, true]);
  expect(state.lines).toHaveLength(2);
});
