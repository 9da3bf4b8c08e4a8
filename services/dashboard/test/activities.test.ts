import {
  PAYMENT_AGREED_HEADER,
  type ActivityPage,
  type BillingState,
  type SearchesLeft,
} from '@heliograph/dashboard-api';
import { identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { companies, signals } from './support/corpus';
import { call, TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';

const dashboard = startBeforeAll(() => TestDashboard.start({ with: ['search', 'company'] }));
beforeAll(() => dashboard.importCorpus(companies, signals));

const left = async (person: Person) => (await person.data<SearchesLeft>('GET', '/activities/searches')).web;
const search = (person: Person, query: string) => person.get(`/activities?${query}`);
const itemsOf = async (response: Response) => ((await response.json()) as { data: ActivityPage }).data;

it('allows ten searches a month and refuses the eleventh', async () => {
  const person = await dashboard.signIn();
  for (let count = 1; count <= 10; count += 1) {
    const response = await search(person, `q=series+-no${count}`);
    expect([response.status, response.headers.get('x-searches-used')]).toEqual([200, String(count)]);
    expect(response.headers.get('x-searches-remaining')).toBe(String(10 - count));
  }
  const refused = await search(person, 'q=series');
  const { status, code, detail } = await problemFrom(refused);
  expect([status, code]).toEqual([402, 'insufficient_records']);
  expect(detail).toContain('10 searches');
  expect(await left(person)).toEqual({ granted: 10, used: 10, remaining: 0 });
  // Earlier searches and browsing still work.
  expect((await search(person, 'q=series+-no1&limit=1')).status).toBe(200);
  expect((await search(person, 'category=funding')).status).toBe(200);
  expect((await person.get('/overview')).status).toBe(200);
});

describe('what counts as a search', () => {
  let person: Person;
  beforeEach(async () => (person = await dashboard.signIn()));
  const used = async () => (await left(person))!.used;

  it.each([
    'q=series',
    'all=acme+raises',
    'any=robots+series',
    'exact=acme+raises',
    'company=acme',
    `searchGroups=${encodeURIComponent('{"op":"and","groups":[{"scope":"company","match":"and","terms":["acme"]}]}')}`,
    'q=series&category=funding&days=30',
    'q=series&page=1',
    'q=series&countOnly=true',
  ])('a request with %s', async (query) => {
    expect((await search(person, query)).status).toBe(200);
    expect(await used()).toBe(1);
  });

  it.each([
    '',
    'limit=5',
    'category=funding',
    'companySlug=acme-robotics',
    'days=30',
    'country=Germany',
    'page=2',
    'exclude=hires',
    'q=',
  ])('not a request with only %s', async (query) => {
    for (let count = 0; count < 12; count += 1) expect((await search(person, query)).status).toBe(200);
    expect(await used()).toBe(0);
  });

  it('only the first page: the others continue it', async () => {
    const first = await itemsOf(await search(person, 'q=acme&limit=10'));
    expect(first.items).toHaveLength(10);
    const seen = new Set(first.items.map(({ id }) => id));
    for (let cursor = first.nextCursor; cursor !== null;) {
      const page = await itemsOf(await search(person, `q=acme&limit=10&cursor=${cursor}`));
      for (const { id } of page.items) seen.add(id);
      cursor = page.nextCursor;
    }
    expect(seen.size).toBe(30);
    expect(await used()).toBe(1);
  });

  it('nothing twice: a reload, a filter, or a count, even concurrently', async () => {
    const again = [
      'q=acme',
      'q=acme&category=funding',
      'q=acme&countOnly=true',
      'q=acme&page=2&limit=10',
      'q=acme',
    ];
    for (const query of again) expect((await search(person, query)).status).toBe(200);
    await Promise.all(Array.from({ length: 8 }, () => search(person, 'q=acme')));
    expect(await used()).toBe(1);
  });

  it('nothing twice: another tab or browser, or a differently written link', async () => {
    const { account } = await person.refresh();
    const elsewhere = await dashboard.signIn({ email: account.email });
    for (const [who, query] of [
      [person, 'q=acme'],
      [elsewhere, 'q=acme'],
      [elsewhere, 'q=+ACME+'],
      [person, 'limit=3&q=acme&days=30'],
    ] as const) {
      expect((await search(who, query)).status).toBe(200);
    }
    expect(await used()).toBe(1);
  });

  it('other words', async () => {
    for (const query of ['q=acme', 'q=raises', 'q=acme&any=series', 'exact=acme']) {
      expect((await search(person, query)).status).toBe(200);
    }
    expect(await used()).toBe(4);
  });

  it('not a failed search', async () => {
    for (const query of [
      'q=acme&limit=51',
      'q=acme&cursor=nonsense',
      'q=acme&category=none',
      'semantic=robots+that+raise',
    ]) {
      expect((await search(person, query)).ok).toBe(false);
    }
    expect(await used()).toBe(0);
  });

  it('not a search by another account', async () => {
    await search(person, 'q=acme');
    const other = await dashboard.signIn();
    await search(other, 'q=acme');
    expect([await used(), (await left(other))!.used]).toEqual([1, 1]);
  });
});

it('is unlimited for paid accounts, and says so', async () => {
  const person = await dashboard.signIn();
  const { account } = await person.refresh();
  await dashboard.admin.identity.updateAccount(
    {
      id: account.id,
      name: undefined,
      plan: identity.Plan.PAID,
      role: identity.Role.UNSPECIFIED,
      reason: '',
      actor: undefined,
    },
    call,
  );
  for (let count = 0; count < 12; count += 1) {
    const response = await search(person, `q=series+-no${count}&limit=1`);
    expect([response.status, response.headers.get('x-searches-remaining')]).toEqual([200, 'unlimited']);
  }
  expect(await left(person)).toBeNull();
});

describe('searches beyond the monthly limit', () => {
  const use = async (person: Person) => {
    for (let count = 1; count <= 10; count += 1) await search(person, `q=series+-no${count}`);
  };
  const pay = (person: Person, query: string) =>
    person.get(`/activities?${query}`, { [PAYMENT_AGREED_HEADER]: 'true' });
  const balanceOf = async (person: Person) =>
    (await person.data<BillingState>('GET', '/billing')).balance.amount;
  const credit = async (person: Person, micros: bigint) => {
    const { account } = await person.refresh();
    await dashboard.admin.ledger.credit(
      { accountId: account.id, micros, reference: '', reason: 'gift' },
      call,
    );
  };

  it("are paid from the balance if the account opted in: each page's records once, wherever it is opened", async () => {
    const person = await dashboard.signIn();
    await credit(person, 1_000_000n);
    await use(person);
    expect((await pay(person, 'q=acme&limit=10')).status).toBe(402);
    expect(await person.data('PUT', '/billing/prepaid-use', { web: true })).toEqual({
      cli: false,
      web: true,
    });
    const first = await pay(person, 'q=acme&limit=10');
    expect([first.status, first.headers.get('x-records-consumed')]).toEqual([200, '10']);
    const { nextCursor } = await itemsOf(first);
    await Promise.all(Array.from({ length: 5 }, () => pay(person, 'q=acme&limit=10')));
    // Opening it again is free.
    for (const consumed of ['10', '0']) {
      const next = await pay(person, `q=acme&limit=10&cursor=${nextCursor}`);
      expect(next.headers.get('x-records-consumed')).toBe(consumed);
    }
    expect((await pay(person, 'q=acme&countOnly=true')).headers.get('x-records-consumed')).toBe('0');
    expect((await search(person, 'q=series+-no1')).headers.get('x-records-consumed')).toBe('0');
    expect(await balanceOf(person)).toBe('0.900');
    expect(await person.data<SearchesLeft>('GET', '/activities/searches')).toEqual({
      web: { granted: 10, used: 11, remaining: 0 },
      prepaid: { isChosen: true, records: 180, pricePerRecord: '0.005' },
    });
  });

  it('cost nothing unless the request says that the user agreed', async () => {
    const person = await dashboard.signIn();
    await credit(person, 1_000_000n);
    await use(person);
    await person.data('PUT', '/billing/prepaid-use', { web: true });
    const refused = await problemFrom(await search(person, 'q=acme&limit=10'));
    expect([refused.status, refused.code]).toEqual([402, 'insufficient_records']);
    const { nextCursor } = await itemsOf(await pay(person, 'q=acme&limit=10'));
    const further = `q=acme&limit=10&cursor=${nextCursor}`;
    expect((await search(person, further)).status).toBe(402);
    // A page another member paid for is free.
    expect((await search(person, 'q=acme&limit=10')).headers.get('x-records-consumed')).toBe('0');
    expect(await balanceOf(person)).toBe('0.950');
  });

  it('are refused when the balance is too low for the page', async () => {
    const person = await dashboard.signIn();
    await credit(person, 45_000n);
    await use(person);
    await person.data('PUT', '/billing/prepaid-use', { web: true });
    const refused = await problemFrom(await pay(person, 'q=acme&limit=10'));
    expect([refused.status, refused.code]).toEqual([402, 'insufficient_records']);
    expect(refused.detail).toContain('10 records');
    expect((await pay(person, 'q=acme&limit=9')).status).toBe(200);
    expect(await balanceOf(person)).toBe('0.000');
  });
});

it('charges no records and no money, however much is read', async () => {
  const person = await dashboard.signIn();
  for (const query of ['', 'q=acme', 'q=acme&page=2&limit=10']) await search(person, query);
  const { month, allowances } = await person.data<{
    month: { records: number; requests: number };
    allowances: { api: { used: number } };
  }>('GET', '/overview');
  expect([month.records, allowances.api.used]).toEqual([0, 0]);
});

it('returns the same as the data API, with titles and names verbatim', async () => {
  const person = await dashboard.signIn();
  const response = await person.get('/activities?category=hiring&limit=1');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await itemsOf(response)).toEqual({
    items: [
      {
        id: '1002',
        title: 'Acme hires <b>1</b> engineers',
        activityDate: expect.any(String) as string,
        publishedAt: expect.stringMatching(/Z$/) as string,
        category: 'hiring',
        country: 'Germany',
        industries: ['Robotics'],
        company: { slug: 'acme-robotics', name: 'Acme Robotics' },
      },
    ],
    nextCursor: expect.any(String) as string,
  });
  expect(await person.data('GET', '/activities/companies/acme.com')).toMatchObject({
    name: 'Acme <script>alert(1)</script>',
    signalCount: 0,
  });
  expect((await problemFrom(await person.get('/activities/companies/none'))).code).toBe('not_found');
  expect((await problemFrom(await person.get('/activities/companies/%E0'))).status).toBe(404);
});

it("names all of a search's issues at once", async () => {
  const person = await dashboard.signIn();
  const response = await person.get('/activities?limit=0&days=8&nonsense=1');
  const { errors } = await problemFrom(response);
  expect(errors?.map(({ parameter }) => parameter).sort()).toEqual(['days', 'limit', 'nonsense']);
});

it('returns filter options with a tag, and 304 while they are unchanged', async () => {
  const person = await dashboard.signIn();
  const response = await person.get('/activities/filter-options');
  expect(((await response.json()) as { data: { categories: unknown } }).data.categories).toEqual(
    expect.arrayContaining([{ id: 'funding', label: expect.any(String) as string }]),
  );
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
  const again = await person.get('/activities/filter-options', {
    'if-none-match': response.headers.get('etag')!,
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

it('answers 503 and counts nothing while the search service or the ledger is down', async () => {
  const person = await dashboard.signIn();
  await dashboard.stopService('search');
  expect((await problemFrom(await search(person, 'q=acme'))).code).toBe('unavailable');
  await dashboard.restart('search');
  expect(await left(person)).toMatchObject({ used: 0 });
  await dashboard.stopService('ledger');
  const response = await search(person, 'q=acme');
  expect([(await problemFrom(response)).code, response.headers.get('retry-after')]).toEqual([
    'unavailable',
    '1',
  ]);
  await dashboard.restart('ledger');
  expect((await search(person, 'q=acme')).status).toBe(200);
  expect(await left(person)).toMatchObject({ used: 1 });
});
