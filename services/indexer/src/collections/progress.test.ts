import type { Counts } from '../storage/collection-store';
import { Progress } from './progress';

const open: Counts = { signals: 10, embedded: 4, dead: 1, epoch: 1, catalogVersion: '1' };
const done: Counts = { ...open, embedded: 9 };

/** A store whose counts the test supplies. */
function counting() {
  const responses: ((counts: Counts) => void)[] = [];
  const count = () => new Promise<Counts>((resolve) => responses.push(resolve));
  const progress = new Progress({ count }, 60_000);
  return { progress, answers: responses };
}
const turn = () => new Promise(setImmediate);

it('counts once for concurrent callers while something is left', async () => {
  const { progress, answers: responses } = counting();
  const both = Promise.all([progress.read(1), progress.read(1)]);
  responses[0]!(open);
  expect(await both).toEqual([open, open]);
  expect(await progress.read(1)).toEqual(open);
  expect(responses).toHaveLength(1);
});

it('never reports that nothing is left based on a count from before the call', async () => {
  const { progress, answers: responses } = counting();
  const first = progress.read(1);
  await turn();
  const second = progress.read(1);
  responses[0]!(done);
  expect(await first).toEqual(done);
  await turn();
  expect(responses).toHaveLength(2);
  responses[1]!(open);
  expect(await second).toEqual(open);
});

it('does not cache that nothing is left', async () => {
  const { progress, answers: responses } = counting();
  const first = progress.read(1);
  responses[0]!(done);
  await first;
  const second = progress.read(1);
  responses[1]!(open);
  expect(await second).toEqual(open);
});

it('counts another collection separately', async () => {
  const { progress, answers: responses } = counting();
  const first = progress.read(1);
  const other = progress.read(2);
  responses[0]!(open);
  await first;
  await turn();
  responses[1]!(done);
  expect(await other).toEqual(done);
});

it('continues after a failed count', async () => {
  let tries = 0;
  const count = () => ((tries += 1) === 1 ? Promise.reject(new Error('away')) : Promise.resolve(open));
  const progress = new Progress({ count }, 60_000);
  await expect(progress.read(1)).rejects.toThrow('away');
  expect(await progress.read(1)).toEqual(open);
});
