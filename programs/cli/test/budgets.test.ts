import { signalOf } from './support/interface-responses';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: true });

const bounds = () =>
  server
    .seenOf('/signals')
    .map(({ headers }) => ['x-max-records', 'x-budget-id', 'x-budget-records'].map((name) => headers[name]));

it('limits a multi-page run at the API, with a unique id that --verbose shows', async () => {
  server.signals = Array.from({ length: 260 }, (_, index) => signalOf(index + 1));
  const { stderr } = await user.runHere(['search', '--max-records', '120', '--jsonl', '--verbose']);
  const [count, ...pages] = bounds();
  expect(count).toEqual([undefined, undefined, undefined]);
  const id = String(pages[0]![1]);
  expect(id).toMatch(/^signals-[0-9a-f-]{36}$/);
  expect(pages).toEqual([
    ['120', id, '120'],
    ['70', id, '120'],
    ['20', id, '120'],
  ]);
  expect(stderr).toContain(`x-budget-id ${id}, x-budget-records 120`);
  await user.runHere(['search', '--max-records', '1', '--jsonl']);
  expect(bounds().at(-1)![1]).not.toBe(id);
});

it('sends the given or configured budget with every paid request', async () => {
  const flags = ['--budget-id', 'run', '--budget-records', '500'];
  await user.runHere(['search', ...flags]);
  await user.runHere(['search', '--max-records', '2', ...flags]);
  expect((await user.runHere(['config', 'set', 'budget-id', 'kept'])).status).toBe(0);
  expect((await user.runHere(['config', 'set', 'budget-records', '9'])).status).toBe(0);
  await user.runHere(['search']);
  await user.runHere(['company', 'acme-robotics']);
  expect(bounds()).toEqual([
    [undefined, 'run', '500'],
    // The count, then the page.
    [undefined, 'run', '500'],
    ['2', 'run', '500'],
    [undefined, 'kept', '9'],
  ]);
  expect(server.seenOf('/companies/acme-robotics')[0]!.headers['x-budget-id']).toBe('kept');
});

it('uses up the budget, then says what can be done, and exits with 4', async () => {
  server.signals = Array.from({ length: 260 }, (_, index) => signalOf(index + 1));
  const flags = ['--max-records', '200', '--budget-id', 'run', '--budget-records', '120'];
  const { status, stdout, stderr } = await user.runHere(['search', '--jsonl', ...flags]);
  expect(status).toBe(4);
  expect(stdout.trimEnd().split('\n')).toHaveLength(120);
  expect(stderr).toContain('To continue, add: --cursor cursor-120');
  expect(stderr).toContain('raise --budget-records, or use another --budget-id');
});

it('makes an id for records alone, and requires records for an id', async () => {
  const { status } = await user.runHere(['search'], { SIGNALS_BUDGET_RECORDS: '500' });
  expect(status).toBe(0);
  const { headers } = server.seenOf('/signals')[0]!;
  expect(headers['x-budget-id']).toMatch(/^signals-[0-9a-f-]{36}$/);
  expect(headers['x-budget-records']).toBe('500');

  server.seen.length = 0;
  expect((await user.runHere(['usage', '--budget-id', 'run'])).status).toBe(0);
  expect((await user.runHere(['count', '--budget-id', 'run'])).status).toBe(0);
  server.seen.length = 0;
  const refused = await user.runHere(['search', '--budget-id', 'run']);
  expect({ status: refused.status, requests: server.seen.length }).toEqual({ status: 2, requests: 0 });
  expect(refused.stderr).toContain('The budget run has no records.');
});
