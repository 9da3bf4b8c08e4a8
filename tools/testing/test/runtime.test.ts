import { join } from 'node:path';

const exportsOf = <Exports extends object>(name: string): Exports =>
  jest.requireActual<Exports>(join(__dirname, 'support', name));

/** The module as seen by code that has not loaded it yet. */
function reload<Exports extends object>(name: string): Exports {
  let loaded: Exports | undefined;
  jest.isolateModules(() => (loaded = exportsOf(name)));
  return loaded!;
}

it("shares a module's code but not its state", () => {
  const first = reload<{ count: number }>('counter.cjs');
  first.count += 1;
  expect(reload('counter.cjs')).toEqual({ count: 0 });
  expect(first).toEqual({ count: 1 });
});

it('loads a library once', () => {
  const first = reload<{ library: object }>('library.cjs');
  const second = reload<{ library: object }>('library.cjs');
  expect(second).not.toBe(first);
  expect(second.library).toBe(first.library);
});

it("reports an error's position, even on the first line", () => {
  let stack = '';
  try {
    exportsOf('throws.cjs');
  } catch (error) {
    stack = (error as Error).stack!;
  }
  expect(stack).toMatch(/support\/throws\.cjs:1:7\)/);
});

it('leaves import() to Node.js', async () => {
  const { load } = exportsOf<{ load: () => Promise<{ join: unknown }> }>('imports.cjs');
  expect((await load()).join).toBe(join);
});
