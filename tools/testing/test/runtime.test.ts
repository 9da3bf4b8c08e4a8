import { join } from 'node:path';

const exportsOf = <Exports extends object>(name: string): Exports =>
  jest.requireActual<Exports>(join(__dirname, 'support', name));

/** The module as seen by code that has not loaded it yet. */
function reload(): { count: number } {
  let loaded = { count: NaN };
  jest.isolateModules(() => (loaded = exportsOf('counter.cjs')));
  return loaded;
}

it("shares a module's code but not its state", () => {
  const first = reload();
  first.count += 1;
  expect(reload()).toEqual({ count: 0 });
  expect(first).toEqual({ count: 1 });
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

it('leaves modules with import() to Jest', () => {
  expect(exportsOf<{ load: unknown }>('imports.cjs').load).toBeInstanceOf(Function);
});

it.each(['declares.cjs', 'declares-and-imports.cjs'])(
  'lets %s declare a constant of the name of an injected global',
  (name) => {
    expect(exportsOf(name)).toMatchObject({ Buffer: { isOwn: true } });
  },
);
