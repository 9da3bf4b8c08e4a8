import { withinTime } from './within-time';

const late = () => new Error('late');

it('gives what the work gives, or throws what it throws', async () => {
  await expect(withinTime(Promise.resolve(7), 1_000, late)).resolves.toBe(7);
  await expect(withinTime(Promise.reject(new Error('broken')), 1_000, late)).rejects.toThrow('broken');
});

it('does not wait for longer, and minds no failure that comes later', async () => {
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<never>((_resolve, reject) => (fail = reject));
  await expect(withinTime(work, 5, late)).rejects.toThrow('late');
  fail(new Error('nobody waits for this'));
});
