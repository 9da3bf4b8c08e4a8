import { defaultSettings } from './settings';

const GIGABYTE = 1024 ** 3;

it('uses a quarter of the memory for shared buffers, within limits', () => {
  const sharedBuffers = (memory: number) => defaultSettings({ memory, processors: 2 }).shared_buffers;
  expect(sharedBuffers(2 * GIGABYTE)).toBe('512MB');
  expect(sharedBuffers(64 * GIGABYTE)).toBe('1024MB');
  expect(sharedBuffers(GIGABYTE / 8)).toBe('64MB');
});

it('listens on no TCP port', () => {
  expect(defaultSettings().listen_addresses).toBe('');
});
