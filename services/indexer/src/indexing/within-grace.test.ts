import { withinGrace } from './within-grace';

const never = new Promise<never>(() => undefined);

it("returns the work's result", async () => {
  const { signal } = new AbortController();
  expect(await withinGrace(signal, Promise.resolve(7))).toBe(7);
  await expect(withinGrace(signal, Promise.reject(new Error('fails')))).rejects.toThrow('fails');
});

it('lets almost finished work end after a stop request', async () => {
  const stopping = new AbortController();
  let end = (_result: number) => {};
  const result = withinGrace(stopping.signal, new Promise<number>((resolve) => (end = resolve)), 60_000);
  stopping.abort();
  end(7);
  expect(await result).toBe(7);
  expect(await withinGrace(stopping.signal, Promise.resolve(8), 60_000)).toBe(8);
});

it('abandons work that takes longer', async () => {
  const stopping = new AbortController();
  const result = withinGrace(stopping.signal, never, 1);
  stopping.abort(new Error('stopped'));
  await expect(result).rejects.toThrow('stopped');
});
