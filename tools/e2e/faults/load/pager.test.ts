import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Random } from '../plan/random';
import { Journal } from './journal';
import { Pager } from './pager';

/** What the pager reports after walking these pages if it expects 1, 2, and 3. */
async function walk(pages: readonly (readonly string[])[]): Promise<Journal> {
  const server = createServer((request, response) => {
    const page = Number(new URL(request.url!, 'http://localhost').searchParams.get('cursor') ?? 0);
    const items = pages[page]!.map((id) => ({ id }));
    response.setHeader('x-request-id', request.headers['x-request-id'] as string);
    response.setHeader('x-records-consumed', String(items.length));
    response.end(
      JSON.stringify({ data: { items, nextCursor: page + 1 < pages.length ? String(page + 1) : null } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const journal = new Journal();
  const pager = new Pager({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    journal,
    word: 'word',
    credential: { accountId: 'account', credentialId: 'key', apiKey: 'secret' },
    random: new Random(1),
    isClosing: () => false,
  });
  await pager.walk(['1', '2', '3']);
  server.closeAllConnections();
  server.close();
  return journal;
}

it('accepts others between the expected ones', async () => {
  const journal = await walk([['1', 'new'], ['2'], ['newer', '3']]);
  expect(journal.violations).toEqual([]);
  expect(journal.requests.map(({ id, outcome }) => [id, outcome?.kind])).toEqual(
    [1, 2, 3].map((number) => [`word-${number}`, 'answered']),
  );
});

it.each([
  ['skipped', [['1', 'new'], ['3']], ['word', '2']],
  [
    'repeated',
    [
      ['1', '2'],
      ['2', '3'],
    ],
    ['word', '2'],
  ],
  ['repeated', [['1', 'new'], ['2', 'new'], ['3']], ['word', 'new']],
])('finds what was %s', async (what, pages, ids) => {
  expect((await walk(pages)).violations).toEqual([{ check: 'paging', detail: `1 signals ${what}`, ids }]);
});
