import { isatty } from 'node:tty';
import { listenForStop } from './stop-request';

jest.mock('node:tty', () => ({ isatty: jest.fn() }));

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
afterEach(() => SIGNALS.forEach((signal) => process.removeAllListeners(signal)));

it.each([
  ['stops when its terminal is closed', true],
  ['survives SIGHUP without a terminal, as under nohup', false],
])('%s', async (_what, hasTerminal) => {
  jest.mocked(isatty).mockReturnValue(hasTerminal);
  const stop = jest.fn(() => Promise.resolve());
  const request = listenForStop(stop, () => undefined);
  process.emit('SIGHUP');
  expect(request.isRequested()).toBe(hasTerminal);
  process.emit('SIGTERM');
  await request.stopped;
  expect(stop).toHaveBeenCalledTimes(1);
});
