import { SerialReads } from './serial-reads';

function deferred() {
  let resolve!: (value: string) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<string>((one, other) => {
    resolve = one;
    reject = other;
  });
  return { promise, resolve, reject };
}

it('reads one after another, even after a failure, and shares waiting reads', async () => {
  const reads = new SerialReads<string>(2);
  const first = deferred();
  const begun: string[] = [];
  const read = (name: string, result: Promise<string> = Promise.resolve(name)) =>
    reads.run('a', () => {
      begun.push(name);
      return result;
    });
  const one = read('first', first.promise);
  await new Promise(setImmediate);
  expect(begun).toEqual(['first']);
  const [two, three] = [read('second'), read('third')];
  first.reject(new Error('away'));
  await expect(one).rejects.toThrow('away');
  expect(await Promise.all([two, three])).toEqual(['second', 'second']);
  expect(begun).toEqual(['first', 'second']);
  expect(await read('fourth')).toBe('fourth');
});

it('refuses reads beyond its limit', async () => {
  const reads = new SerialReads<string>(2);
  const first = deferred();
  const all = [reads.run('a', () => first.promise)];
  await new Promise(setImmediate);
  all.push(
    reads.run('b', () => Promise.resolve('b')),
    reads.run('c', () => Promise.resolve('c')),
  );
  await expect(reads.run('d', () => Promise.resolve('d'))).rejects.toMatchObject({ code: 'unavailable' });
  first.resolve('a');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
});
