import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problem, signalOf, success } from './support/interface-responses';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: true });

const AT = '2026-11-20T08:00:00.000Z';
const published = (id: number) => ({ change: 'published', at: AT, signal: signalOf(id) });
const withdrawn = (id: number) => ({ change: 'withdrawn', at: AT, signal: { id: String(id) } });
const page = (items: readonly object[], nextCursor: string) =>
  success({ items, nextCursor, caughtUp: true }, items.length);
/** A permanent failure, which ends a feed. */
const end = problem(402, 'insufficient_records', 'No records are left.');
const asked = () => server.seenOf('/changes').map(({ query }) => Object.fromEntries(query));

it('prints one JSON object per line, and saves its position to a file from which the next run resumes', async () => {
  const file = join(user.home, 'feed.cursor');
  const flags = ['watch', 'robots', '--category=funding', '--cursor-file', file, '--json'];
  server.fail('/changes', page([], 'a'), page([published(1), withdrawn(2)], 'b'), end);
  const first = await user.runHere(flags);
  expect(first.status).toBe(4);
  expect(
    first.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toEqual([published(1), withdrawn(2)]);
  expect(readFileSync(file, 'utf8')).toBe('b\n');
  server.fail('/changes', page([published(3)], 'c'), end);
  await user.runHere(flags);
  const filters = { q: 'robots', category: 'funding' };
  expect(asked()).toEqual([
    { ...filters, wait: '0' },
    { ...filters, wait: '30', cursor: 'a' },
    { ...filters, wait: '30', cursor: 'b' },
    { ...filters, wait: '30', cursor: 'b' },
    { ...filters, wait: '30', cursor: 'c' },
  ]);
});

it('starts at a given time, and prints tab-separated cells when piped', async () => {
  server.fail('/changes', page([published(1), withdrawn(2)], 'a'), end);
  const { stdout } = await user.runHere(['watch', '--since', AT]);
  expect(stdout.split('\n').map((line) => line.split('\t').slice(0, 2))).toEqual([
    [AT, 'published'],
    [AT, 'withdrawn'],
    [''],
  ]);
  expect(asked()[0]).toEqual({ since: AT, wait: '0' });
});

it('ends on Ctrl-C', async () => {
  server.fail('/changes', ...Array.from({ length: 100 }, () => page([published(1)], 'a')));
  const running = user.start(['watch']);
  await new Promise<void>((resolve) => running.process.stdout!.once('data', () => resolve()));
  running.process.kill('SIGINT');
  expect((await running.outcome).status).toBe(130);
});

it('reports that its position file is unusable', async () => {
  const { status, stderr } = await user.runHere(['watch', '--cursor-file', user.home]);
  expect(status).toBe(2);
  expect(stderr).toContain('cannot be read');
});

it.each([
  ['cursor_invalid', 'was made with, or delete it and use --since'],
  ['cursor_mismatch', 'was made with, or delete it and use --since'],
  ['cursor_expired', 'Start again: delete'],
])('names its own flag and file when the position is refused: %s', async (code, remedy) => {
  const file = join(user.home, 'feed.cursor');
  user.writeFile('feed.cursor', 'a\n');
  server.fail(
    '/changes',
    problem(400, code, 'Refused.', { errors: [{ parameter: 'cursor', message: 'is wrong' }] }),
  );
  const { status, stderr } = await user.runHere(['watch', '--cursor-file', file]);
  expect(status).toBe(2);
  expect(stderr).toContain('--cursor-file is wrong.');
  expect(stderr).toContain(remedy);
  expect(stderr).toContain(file);
  expect(stderr).not.toMatch(/--cursor(?!-file)/);
});

it('does not offer semantic ranking, which feeds lack', async () => {
  const { status, stderr } = await user.runHere(['watch', '--semantic', 'robots that unload ships']);
  expect(status).toBe(2);
  expect(stderr).toContain("Unknown option '--semantic'");
  expect(asked()).toEqual([]);
  expect((await user.runHere(['watch', '--help'])).stdout).not.toContain('--semantic <text>');
});
