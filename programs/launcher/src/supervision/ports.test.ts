import { freePort } from './ports';

it('never assigns a port twice', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, freePort));
  expect(new Set(ports).size).toBe(300);
  expect(ports.every((port) => port >= 20_000 && port < 30_000)).toBe(true);
});
