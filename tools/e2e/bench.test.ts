import { run } from './support/system';

const bench = (...args: string[]) => run('npm', ['run', '--silent', 'bench', '--', ...args], process.env);

test('a benchmark imports, measures, compares, and prints one JSON object per line', async () => {
  const small = [
    '--signals',
    '500',
    '--seconds',
    '0.5',
    '--connections',
    '2',
    '--alone-requests',
    '2',
    '--no-opensearch',
  ];
  const { status, stdout, stderr } = await bench('search', ...small, '--class', 'no filter');
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, number | string>);
  expect(rows).toMatchObject([
    { bench: 'import', signals: 500 },
    { bench: 'search', class: 'no filter', errors: 0 },
  ]);
  const [imported, searched] = rows;
  const figures = [imported?.streamedPerSecond, searched?.aloneP50, searched?.rps, searched?.bareRatio];
  expect(figures.every((figure) => Number(figure) > 0)).toBe(true);
});

test.each([
  ['an invalid duration', ['--seconds', '0'], 'must be a number of seconds above 0'],
  ['an unknown class', ['--class', 'rare words'], 'There is no such class; --help lists them.'],
])('refuses %s with an explanation before starting anything', async (_name, options, reason) => {
  expect(await bench('search', ...options)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(reason) as string,
  });
});
