import { access } from 'node:fs/promises';
import { withinTime } from './within-time';

const late = () => new Error('late');

it("returns the work's result, or throws its error", async () => {
  await expect(withinTime(Promise.resolve(7), 1_000, late)).resolves.toBe(7);
  await expect(withinTime(Promise.reject(new Error('broken')), 1_000, late)).rejects.toThrow('broken');
});

it('does not wait any longer, and ignores a later failure', async () => {
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<never>((_resolve, reject) => (fail = reject));
  await expect(withinTime(work, 5, late)).rejects.toThrow('late');
  fail(new Error('nobody waits for this'));
});

it('takes what arrived while this process was held up', async () => {
  // Now where connections are read; timers come next.
  await access(__filename);
  const work = access(__filename).then(() => 'arrived');
  const result = withinTime(work, 10, late);
  const began = performance.now();
  while (performance.now() - began < 50);
  expect(await result).toBe('arrived');
});
