import { withinGrace } from './within-grace';

const never = new Promise<never>(() => undefined);

it('gives what the work gives', async () => {
  const { signal } = new AbortController();
  expect(await withinGrace(signal, Promise.resolve(7))).toBe(7);
  await expect(withinGrace(signal, Promise.reject(new Error('fails')))).rejects.toThrow('fails');
});

it('lets work end that is nearly done when it is told to stop', async () => {
  const stopping = new AbortController();
  let end = (_result: number) => {};
  const result = withinGrace(stopping.signal, new Promise<number>((resolve) => (end = resolve)), 60_000);
  stopping.abort();
  end(7);
  expect(await result).toBe(7);
  expect(await withinGrace(stopping.signal, Promise.resolve(8), 60_000)).toBe(8);
});

it('leaves work alone that takes longer', async () => {
  const stopping = new AbortController();
  const result = withinGrace(stopping.signal, never, 1);
  stopping.abort(new Error('stopped'));
  await expect(result).rejects.toThrow('stopped');
});
