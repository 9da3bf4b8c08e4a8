import { createLogger } from '@heliograph/runtime';
import { Uses } from './uses';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 23, second));

function setUp() {
  const state = { written: [] as Map<string, Date>[], isDown: false, lines: [] as string[] };
  const logger = createLogger(
    { service: 'test', level: 'warn' },
    { write: (line) => state.lines.push(line) },
  );
  const store = {
    writeUses: async (uses: ReadonlyMap<string, Date>) => {
      if (state.isDown) throw new Error('gone');
      state.written.push(new Map(uses));
    },
  };
  return { state, uses: new Uses(store, logger) };
}

it('keeps uses that could not be written, and the later of two', async () => {
  const { state, uses } = setUp();
  uses.note('a', at(1));
  uses.note('b', at(1));
  state.isDown = true;
  await uses.stop();
  expect(state.lines).toHaveLength(1);
  state.isDown = false;
  uses.note('a', at(2));
  await uses.stop();
  expect(state.written).toEqual([
    new Map([
      ['a', at(2)],
      ['b', at(1)],
    ]),
  ]);
});

it('writes nothing when nothing was used', async () => {
  const { state, uses } = setUp();
  await uses.stop();
  expect(state.written).toEqual([]);
});

it('holds a limited number of credentials', async () => {
  const { state, uses } = setUp();
  for (let key = 0; key < 20_001; key++) uses.note(String(key), at(1));
  uses.note('0', at(2));
  await uses.stop();
  expect(state.written[0]!.size).toBe(20_000);
  expect(state.written[0]!.get('0')).toEqual(at(2));
});
