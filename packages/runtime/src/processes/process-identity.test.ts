import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { startTimeOf } from './process-identity';

jest.mock('node:child_process', () => ({ spawnSync: jest.fn() }));
type Spawn = (command: string, args: unknown, options: object) => SpawnSyncReturns<string>;
const actual = jest.requireActual<{ spawnSync: Spawn }>('node:child_process');
const { platform, env } = process;

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  process.env = env;
});

it('returns the same start time in every time zone and language without /proc', () => {
  Object.defineProperty(process, 'platform', { value: 'darwin' });
  // By default a child gets this process's environment, but tests see only a copy of it.
  jest
    .mocked(spawnSync)
    .mockImplementation((command: string, args: unknown, options?: object) =>
      actual.spawnSync(command, args, { env: process.env, ...options }),
    );
  process.env = { ...env, TZ: 'America/New_York' };
  const first = startTimeOf(process.pid);
  expect(first).toMatch(/\d\d:\d\d:\d\d/);
  process.env = { ...env, TZ: 'Asia/Tokyo' };
  expect(startTimeOf(process.pid)).toBe(first);
});
