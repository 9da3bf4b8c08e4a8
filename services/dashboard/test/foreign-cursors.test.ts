import type { ActivityPage, SearchesLeft } from '@heliograph/dashboard-api';
import {
  freeAddress,
  freePort,
  startServiceProcess,
  testCallerVariables,
  type ServiceProcess,
} from '@heliograph/testing';
import { companies, signals } from './support/corpus';
import { call, configOf, TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';

let dashboard: TestDashboard;
let gateway: ServiceProcess;
let apiUrl: string;

beforeAll(async () => {
  dashboard = await TestDashboard.start({ with: ['search', 'company'] });
  await dashboard.importCorpus(companies, signals);
  const port = await freePort();
  apiUrl = `http://127.0.0.1:${port}/api/v1`;
  const { addresses, cursorSecrets } = configOf(dashboard.addresses, 0);
  gateway = await startServiceProcess('gateway', {
    ...testCallerVariables,
    CURSOR_SECRET: cursorSecrets.current,
    GATEWAY_HOST: '127.0.0.1',
    GATEWAY_PORT: String(port),
    IDENTITY_ADDRESS: addresses.identity,
    LEDGER_ADDRESS: addresses.ledger,
    SEARCH_ADDRESS: addresses.search,
    COMPANY_ADDRESS: addresses.company,
    METERING_ADDRESS: freeAddress(),
    NOTIFIER_ADDRESS: freeAddress(),
  });
});
afterAll(async () => {
  await gateway?.stop();
  await dashboard.stop();
});

const searchesUsed = async (person: Person) =>
  (await person.data<SearchesLeft>('GET', '/activities/searches')).web!.used;

const page = async (response: Response) => {
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: ActivityPage }).data;
};

async function expectRefused(response: Response): Promise<void> {
  expect(await problemFrom(response)).toMatchObject({ status: 400, code: 'cursor_invalid' });
}

it('a search cannot continue from a data API cursor, whose page cost one record', async () => {
  const person = await dashboard.signIn();
  const { account } = await person.refresh();
  const { secret } = await dashboard.admin.identity.createKey(
    {
      accountId: account.id,
      name: '',
      scopes: ['signals:read'],
      expiresAt: undefined,
      monthlyCapRecords: undefined,
      actor: undefined,
    },
    call,
  );
  const headers = { authorization: `Bearer ${secret}` };
  const { nextCursor } = await page(await fetch(`${apiUrl}/signals?q=acme&limit=1`, { headers }));
  expect((await fetch(`${apiUrl}/signals?q=acme&cursor=${nextCursor}`, { headers })).status).toBe(200);
  await expectRefused(await person.get(`/activities?q=acme&limit=50&cursor=${nextCursor}`));
  expect(await searchesUsed(person)).toBe(0);
});

it("nor from another account's search, nor the data API from a web search", async () => {
  const [person, other] = [await dashboard.signIn(), await dashboard.signIn()];
  const { nextCursor } = await page(await person.get('/activities?q=acme&limit=10'));
  await expectRefused(await other.get(`/activities?q=acme&limit=10&cursor=${nextCursor}`));
  await page(await person.get(`/activities?q=acme&limit=10&cursor=${nextCursor}`));
  expect([await searchesUsed(person), await searchesUsed(other)]).toEqual([1, 0]);
});
