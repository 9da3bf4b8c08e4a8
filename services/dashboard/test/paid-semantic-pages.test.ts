import { PAYMENT_AGREED_HEADER, type ActivityPage, type BillingState } from '@heliograph/dashboard-api';
import { search } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import { fakeServer, fakeService } from '@heliograph/testing';
import { call, TestDashboard } from './support/dashboard';

const NEWEST = 1_000;
let dashboard: TestDashboard;
let server: RpcServer;
/** Each search without a cursor covers what was published until a later time. */
let asOfMs = Date.now();
/** Ids are numbered by rank, from the nearest. */
const nearest = async ({ limit, after, cutoff }: search.SemanticSearchRequest) => {
  const first = after ? Number(after.id) - 1 : NEWEST;
  const items = Array.from({ length: limit }, (_, index) => ({ id: String(first - index) }));
  return search.SemanticSearchResponse.fromPartial({
    itemsJson: Buffer.from(JSON.stringify(items)),
    itemCount: limit,
    next: { similarityMillionths: first - limit, id: String(first - limit + 1) },
    cutoff: cutoff ?? { asOf: new Date((asOfMs += 1_000)), ordinalBelow: asOfMs % 1_000_000 },
    collection: 'signals-test-1',
    model: 'test-model',
  });
};
beforeAll(async () => {
  dashboard = await TestDashboard.start();
  server = fakeServer('search', dashboard.addresses.search);
  fakeService(server, search.SearchServiceService, 'dashboard', { semanticSearch: nearest });
  await server.start();
});
afterAll(async () => {
  await dashboard.stop();
  await server.close(0);
});

it('are paid for once, although a reload issues another cursor to the same page', async () => {
  const person = await dashboard.signIn();
  const { account } = await person.refresh();
  await dashboard.admin.ledger.credit(
    { accountId: account.id, micros: 1_000_000n, reference: '', reason: 'gift' },
    call,
  );
  await person.data('PUT', '/billing/prepaid-use', { web: true });
  const open = async (query: string) => {
    const response = await person.get(`/activities?limit=5&semantic=${query}`, {
      [PAYMENT_AGREED_HEADER]: 'true',
    });
    expect(response.status).toBe(200);
    const { items, nextCursor } = ((await response.json()) as { data: ActivityPage }).data;
    const ids = items.map(({ id }) => id).join();
    return { ids, nextCursor, consumed: response.headers.get('x-records-consumed') };
  };
  for (let count = 1; count <= 10; count += 1)
    expect(await open(`free-${count}`)).toMatchObject({ consumed: '0' });
  const first = await open('robots');
  const second = await open(`robots&cursor=${first.nextCursor}`);
  const third = await open(`robots&cursor=${second.nextCursor}`);
  expect([first.consumed, second.consumed, third.consumed]).toEqual(['5', '5', '5']);
  const reloaded = await open('robots');
  expect(reloaded.nextCursor).not.toBe(first.nextCursor);
  expect(reloaded).toMatchObject({ ids: first.ids, consumed: '0' });
  const again = await open(`robots&cursor=${reloaded.nextCursor}`);
  expect(again).toMatchObject({ ids: second.ids, consumed: '0' });
  expect(await open(`robots&cursor=${again.nextCursor}`)).toMatchObject({ ids: third.ids, consumed: '0' });
  expect((await person.data<BillingState>('GET', '/billing')).balance.amount).toBe('0.925');
});
