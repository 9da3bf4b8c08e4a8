import { SharedScans } from './shared-scans';

it('when the one that scans for all fails, another one scans for the rest', async () => {
  const scans = new SharedScans<string>();
  let fail = () => {};
  let made = 0;
  const leaving = scans.of('key', 1, () => {
    made += 1;
    return new Promise<string>((_, reject) => (fail = () => reject(new Error('the client left'))));
  });
  const others = Array.from({ length: 20 }, () =>
    scans.of('key', 1, async () => {
      made += 1;
      return 'found';
    }),
  );
  fail();
  await expect(leaving).rejects.toThrow('the client left');
  expect(new Set(await Promise.all(others))).toEqual(new Set(['found']));
  expect(made).toBe(2);
});
