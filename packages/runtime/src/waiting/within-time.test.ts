import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { withinTime } from './within-time';

const late = () => new Error('late');

it("returns the work's result, or throws its error", async () => {
  await expect(withinTime(Promise.resolve(7), 1_000, late)).resolves.toBe(7);
  await expect(withinTime(Promise.reject(new Error('broken')), 1_000, late)).rejects.toThrow('broken');
});

it('stops waiting after the timeout, and ignores a later failure', async () => {
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<never>((_resolve, reject) => (fail = reject));
  await expect(withinTime(work, 5, late)).rejects.toThrow('late');
  fail(new Error('nobody waits for this'));
});

it('accepts what arrived while this process was held up', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [receiver] = (await once(server, 'connection')) as [Socket];
  sender.write('before');
  await once(receiver, 'data');
  // The event loop now reads connections; timers come next.
  const work = once(receiver, 'data').then(() => 'arrived');
  const result = withinTime(work, 10, late);
  // Arrives at once, without involving another thread.
  sender.write('now');
  const began = performance.now();
  while (performance.now() - began < 50);
  expect(await result).toBe('arrived');
  sender.destroy();
  receiver.destroy();
  server.close();
});
