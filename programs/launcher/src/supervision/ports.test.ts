import { once } from 'node:events';
import { createServer } from 'node:net';
import type * as Ports from './ports';
import { freePort, samePort, untilPortIsFree } from './ports';

it('never assigns a port twice', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, freePort));
  expect(new Set(ports).size).toBe(300);
  expect(ports.every((port) => port >= 20_000 && port < 30_000)).toBe(true);
});

it('never assigns a port that another launcher was assigned, before either listens on it', async () => {
  const launchers = Array.from({ length: 100 }, () => {
    let copy!: typeof Ports;
    jest.isolateModules(() => (copy = jest.requireActual('./ports')));
    return copy;
  });
  const ports = await Promise.all(
    launchers.flatMap(({ freePort }) => Array.from({ length: 20 }, () => freePort())),
  );
  expect(new Set(ports).size).toBe(2_000);
});

it('assigns a port again, unless another program has taken it', async () => {
  const port = await freePort();
  expect(await samePort(port)).toBe(port);
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  expect(await samePort(port)).not.toBe(port);
  other.close();
});

it('waits for a port in use as long as it may, and says so', async () => {
  const port = await freePort();
  const wanted = { port, host: '127.0.0.1', variables: 'GATEWAY' } as const;
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const unheard = jest.fn();
  await expect(untilPortIsFree(wanted, 0, unheard)).rejects.toThrow(
    `port ${port} is in use by another program`,
  );
  expect(unheard).not.toHaveBeenCalled();
  const heard = jest.fn(() => other.close());
  await untilPortIsFree(wanted, 60_000, heard);
  expect(heard).toHaveBeenCalledTimes(1);
});

it('refuses the ports that fetch refuses', async () => {
  const refusal = async (port: number) =>
    String(await fetch(`http://127.0.0.1:${port}`).catch((error: Error) => error.cause));
  for (const port of [1719, 2049, 6000, 6669, 10_080]) {
    expect(await refusal(port)).toContain('bad port');
    const wanted = { port, host: '127.0.0.1', variables: 'GATEWAY' } as const;
    await expect(untilPortIsFree(wanted, 60_000, jest.fn())).rejects.toThrow(
      `browsers refuse port ${port}: set GATEWAY_PORT to another one`,
    );
  }
});
