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
    reads.run('a', '2026-11', () => {
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
  const all = [reads.run('a', '2026-11', () => first.promise)];
  await new Promise(setImmediate);
  all.push(
    reads.run('b', '2026-11', () => Promise.resolve('b')),
    reads.run('c', '2026-11', () => Promise.resolve('c')),
  );
  await expect(reads.run('d', '2026-11', () => Promise.resolve('d'))).rejects.toMatchObject({
    code: 'unavailable',
  });
  first.resolve('a');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
});

it('queues one read per account, and serves other accounts before its next one', async () => {
  const reads = new SerialReads<string>(4);
  const first = deferred();
  const begun: string[] = [];
  const read = (accountId: string, month: string, result?: Promise<string>) =>
    reads.run(accountId, month, () => {
      begun.push(`${accountId} ${month}`);
      return result ?? Promise.resolve(month);
    });
  const all = [read('large', '01', first.promise), read('large', '02')];
  await expect(read('large', '03')).rejects.toMatchObject({ code: 'unavailable' });
  all.push(read('small', '01'), read('small', '01'));
  first.resolve('01');
  expect(await Promise.all(all)).toEqual(['01', '02', '01', '01']);
  expect(begun).toEqual(['large 01', 'small 01', 'large 02']);
});
