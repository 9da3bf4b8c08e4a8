import { setImmediate as turn } from 'node:timers/promises';
import { TargetLocks } from './target-locks';

type Target = 'a' | 'b' | 'c';

/** Work that reports when it begins and ends, and ends on command. */
function observed() {
  const locks = new TargetLocks<Target>();
  const events: string[] = [];
  const running = new Map<string, () => void>();
  return {
    events,
    ask: (name: string, targets: Target[], wanted: Target[] = []) =>
      locks.run(targets, wanted, async (got) => {
        events.push(`${name} begins${[...got].map((target) => ` with ${target}`).join('')}`);
        await new Promise<void>((resolve) => running.set(name, resolve));
        events.push(`${name} ends`);
      }),
    end: async (name: string) => {
      running.get(name)!();
      await turn();
    },
  };
}

it('runs work on the same target in order and other work in parallel', async () => {
  const { events, ask, end } = observed();
  const all = [ask('first', ['a']), ask('second', ['a', 'b']), ask('third', ['b']), ask('beside', ['c'])];
  await turn();
  expect(events).toEqual(['first begins', 'beside begins']);
  await end('first');
  expect(events.slice(2)).toEqual(['first ends', 'second begins']);
  await end('second');
  expect(events.slice(4)).toEqual(['second ends', 'third begins']);
  await end('third');
  await end('beside');
  await Promise.all(all);
});

it('grants additional targets only when they are free and not waited for', async () => {
  const { events, ask, end } = observed();
  const all = [ask('holder', ['a']), ask('greedy', [], ['a', 'b']), ask('waiting', ['a', 'c'])];
  all.push(ask('late', [], ['b', 'c']), ask('last', ['b']));
  await turn();
  expect(events).toEqual(['holder begins', 'greedy begins with b', 'late begins']);
  await end('greedy');
  expect(events.slice(3)).toEqual(['greedy ends', 'last begins']);
  await end('holder');
  await Promise.all(['waiting', 'late', 'last'].map(end));
  await Promise.all(all);
});

it('continues after failed work', async () => {
  const locks = new TargetLocks<Target>();
  const failing = locks.run(['a'], [], () => Promise.reject(new Error('no')));
  const next = locks.run(['a'], [], () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('done');
});
