import type { ApiClient, Page, Query } from './support/api-client';
import { daysAgo, importCorpus } from './support/corpus';
import { companies, signals } from './support/fixture';
import { BIG, everything, groups, json, searchCases } from './support/search-cases';
import { System } from './support/system';

let system: System;
let client: ApiClient;

beforeAll(async () => {
  system = await System.start({
    args: ['--empty'],
    environment: { REQUESTS_PER_MINUTE: '100000', SEARCHES_PER_MINUTE: '100000' },
  });
  await importCorpus(system, { companies, signals });
  client = await system.newClient({ usd: 1_000 });
});

afterAll(() => system?.destroy());

describe('GET /api/v1/signals', () => {
  it.each(searchCases)('%s', async (_name, query, expected) => {
    expect(await client.matchingIds(query)).toEqual(expected);
    expect(await client.count(query)).toBe(expected.length);
  });

  it('breaks a count down by facets, each ignoring its own filter', async () => {
    const query = {
      countOnly: 'true',
      category: 'funding',
      facets: 'category,country,company,hiringSeniority',
    };
    const { body } = await client.get<{ data: unknown }>('/api/v1/signals', query);
    expect(body.data).toEqual({
      total: 2,
      facets: {
        category: {
          values: [
            { value: 'expansion', label: 'Expansion', count: 2 },
            { value: 'funding', label: 'Funding', count: 2 },
            { value: 'acquisition', label: 'Acquisition', count: 1 },
            { value: 'hiring', label: 'Hiring', count: 1 },
          ],
          more: false,
        },
        country: {
          values: [{ value: 'Germany', label: 'Germany', count: 2 }],
          more: false,
        },
        company: {
          values: [
            { value: 'acme-robotics', label: 'Acme Robotics, Inc.', count: 1 },
            { value: 'blue-river', label: 'Blue River Analytics', count: 1 },
          ],
          more: false,
        },
        hiringSeniority: { values: [], more: false },
      },
    });
  });

  it('returns selected fields of signals and companies at the same price', async () => {
    const { body, headers } = await client.search({ q: 'robots', limit: 1, fields: 'company,title,city' });
    expect(body.data.items).toEqual([
      {
        id: BIG,
        title: expect.any(String) as string,
        city: 'München',
        company: { slug: 'acme-robotics', name: 'Acme Robotics, Inc.' },
      },
    ]);
    expect(headers.get('x-records-consumed')).toBe('1');
    const next = { q: 'robots', limit: 1, cursor: body.data.nextCursor! };
    expect((await client.search({ ...next, fields: 'id' })).body.data.items).toEqual([{ id: '105' }]);
    expect((await client.search(next)).body.data.items[0]).toHaveProperty('publishedAt');
    const company = await client.get<{ data: unknown }>('/api/v1/companies/blue-river', { fields: 'name' });
    expect(company.body.data).toEqual({ slug: 'blue-river', name: 'Blue River Analytics' });
  });

  it('returns the positions of title matches in code points', async () => {
    const query = {
      q: '"no robots" -museum',
      any: 'cafe absent',
      searchGroups: groups('and', { scope: 'company', match: 'or', terms: ['ZURICH'] }),
      fields: 'title',
      matched: 'true',
    };
    expect((await client.search(query)).body.data.items).toEqual([
      {
        id: '105',
        title: 'Café Zürich opens its fifth café; “no robots,” says founder',
        matched: [
          { parameter: 'any', term: 'cafe', start: 0, end: 4 },
          { parameter: 'searchGroups', term: 'ZURICH', start: 5, end: 11, group: 0 },
          { parameter: 'any', term: 'cafe', start: 28, end: 32 },
          { parameter: 'q', term: 'no robots', start: 35, end: 44 },
        ],
      },
    ]);
    const { items } = (await client.search({ companySlug: 'cafe-zurich', matched: 'true' })).body.data;
    expect(items).toMatchObject([{ id: '105', matched: [] }]);
  });

  it('suggests by prefix, free and for any credential', async () => {
    const suggest = async (query: Query) => {
      const { body, headers } = await client.get<{ data: { items: unknown } }>('/api/v1/suggest', query);
      expect(headers.get('x-records-consumed')).toBe('0');
      return body.data.items;
    };
    expect(await suggest({ kind: 'company', prefix: 'RIVER ana' })).toEqual([
      { value: 'blue-river', label: 'Blue River Analytics', count: 2 },
    ]);
    expect(await suggest({ kind: 'category', prefix: 'fund' })).toEqual([
      { value: 'funding', label: 'Funding', count: 2 },
    ]);
    expect(await suggest({ kind: 'company', prefix: 'river blue' })).toEqual([]);
  });

  it('identifies companies by domain and by name', async () => {
    const identify = async (query: Query) => {
      const { body } = await client.get<{ data: { items: { slug: string; matchedBy: string }[] } }>(
        '/api/v1/companies/identify',
        query,
      );
      return body.data.items.map(({ slug, matchedBy }) => [slug, matchedBy]);
    };
    expect(await identify({ name: 'acme robotics INC' })).toEqual([
      ['acme-robotics', 'name_without_legal_form'],
    ]);
    expect(await identify({ name: 'BLUE river Analytics' })).toEqual([['blue-river', 'name']]);
    expect(await identify({ name: 'Nobody' })).toEqual([]);
  });

  it('returns an item with everything imported, and the company’s values where the signal has none', async () => {
    const { items } = (await client.search({ ids: '101' })).body.data;
    expect(items).toEqual([
      {
        id: '101',
        title: 'Acme Robotics raises $12 million Series A to build warehouse robots',
        activityUrl: 'https://news.example/101',
        activityDate: daysAgo(3),
        publishedAt: `${daysAgo(400)}T00:00:00.000Z`,
        category: 'funding',
        country: 'Germany',
        city: 'München',
        industries: ['Robotics', 'Manufacturing'],
        company: { slug: 'acme-robotics', name: 'Acme Robotics, Inc.' },
        funding: { stage: 'series-a', amount: 12_000_000, currency: 'USD' },
      },
    ]);
  });

  it('pages by cursor to the end without repeating or skipping', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = (await client.search({ limit: 4, ...(cursor && { cursor }) })).body.data;
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(everything);
  });

  it('ends with a null cursor even when the last page is full', async () => {
    expect((await client.search({ limit: everything.length })).body.data.nextCursor).toBeNull();
  });

  it('pages by number', async () => {
    expect(await client.matchingIds({ limit: 4, page: 2 })).toEqual(everything.slice(4));
    expect(await client.matchingIds({ limit: 4, page: 3 })).toEqual([]);
  });

  it('keeps a cursor’s place while new activities are published', async () => {
    const first = (await client.search({ q: 'acme', limit: 1 })).body.data;
    expect(first.items[0]?.id).toBe(BIG);
    await importCorpus(system, {
      companies: [],
      signals: [{ ...signals[0], id: '107', title: 'Acme news', activityDate: daysAgo(0) }],
    });
    const rest = (await client.search({ q: 'acme', cursor: first.nextCursor! })).body.data;
    expect(rest.items.map((item) => item.id)).toEqual(['101', '102']);
    expect((await system.admin('withdraw', '--ids', '107')).status).toBe(0);
    expect(await client.matchingIds({ ids: '107' })).toEqual([]);
  });

  it('refuses a cursor with other filters and a modified cursor', async () => {
    const cursor = (await client.search({ q: 'acme', limit: 1 })).body.data.nextCursor!;
    const other = await client.problem({ q: 'blue', cursor });
    expect([other.status, other.body.code]).toEqual([400, 'cursor_mismatch']);
    const flipped = (cursor[5] === 'A' ? 'B' : 'A') + cursor.slice(6);
    const changed = await client.problem({ q: 'acme', cursor: cursor.slice(0, 5) + flipped });
    expect([changed.status, changed.body.code]).toEqual([400, 'cursor_invalid']);
  });

  it('lists all issues of a request at once', async () => {
    const response = await client.raw<{ code: string; errors: { parameter: string }[] }>(
      '/api/v1/signals?limit=0&days=8&limitt=3&category=nonsense&ids=01&dateFrom=2026-13-01&fundingMin=-1&size=5&size=6',
    );
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    const named = new Set(response.body.errors.map((issue) => issue.parameter));
    expect(named).toEqual(
      new Set(['limit', 'days', 'limitt', 'category', 'ids', 'dateFrom', 'fundingMin', 'size']),
    );
  });

  it('names an unknown identifier', async () => {
    const response = await client.problem({ hiringState: 'new-role,astronaut' });
    expect(response.status).toBe(400);
    expect(response.body.errors?.[0]?.message).toContain('astronaut');
  });

  it('refuses dates before the earliest, and page together with cursor', async () => {
    expect((await client.problem({ dateTo: '2026-08-29' })).status).toBe(400);
    expect((await client.problem({ dateFrom: '2026-10-02', dateTo: '2026-10-01' })).status).toBe(400);
    const cursor = (await client.search({ limit: 1 })).body.data.nextCursor!;
    expect((await client.problem({ page: 2, cursor })).status).toBe(400);
  });

  it('validates a semantic request fully and reports that semantic search is not available', async () => {
    expect((await client.problem({ semantic: 'ab' })).body.code).toBe('invalid_parameter');
    expect((await client.problem({ semantic: 'robots in warehouses', page: 2 })).status).toBe(400);
    const before = await client.exactUsage();
    const response = await client.problem({ semantic: 'robots in warehouses', q: 'acme' });
    expect([response.status, response.body.code]).toEqual([503, 'semantic_unavailable']);
    expect(response.body.detail).toMatch(/EMBEDDING_PROVIDER/);
    expect((await client.usage()).requests).toBe(before.requests);
  });
});

describe('GET /api/v1/companies/{slug}', () => {
  it('returns the company with the fields it has', async () => {
    const response = await client.get<{ data: unknown }>('/api/v1/companies/acme-robotics');
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({
      slug: 'acme-robotics',
      name: 'Acme Robotics, Inc.',
      domain: 'acme-robotics.example',
      country: 'Germany',
      city: 'München',
      industries: ['Robotics', 'Manufacturing'],
      employeeCount: 120,
      size: '101-500',
      signalCount: 3,
      latestActivityDate: daysAgo(3),
    });
    expect(response.headers.get('x-records-consumed')).toBe('1');
  });

  it('returns 404 for an unknown slug and charges nothing', async () => {
    const before = await client.exactUsage();
    const response = await client.get<{ code: string }>('/api/v1/companies/nobody');
    expect([response.status, response.body.code]).toEqual([404, 'not_found']);
    expect(await client.exactUsage()).toEqual(before);
  });
});

describe('GET /api/v1/filter-options', () => {
  it('lists the identifiers in use, with an ETag that yields 304', async () => {
    const response = await client.get<{ data: Record<string, { id: string; label: string }[]> }>(
      '/api/v1/filter-options',
    );
    const { data } = response.body;
    expect(data.categories?.map((option) => option.id).sort()).toEqual(
      ['acquisition', 'expansion', 'funding', 'hiring', 'product-launch'].sort(),
    );
    expect(data.fundingStages).toContainEqual({ id: 'series-a', label: 'Series A' });
    expect(data.countries?.map((option) => option.id)).toContain('Switzerland');
    const again = await client.get(
      '/api/v1/filter-options',
      {},
      { 'if-none-match': response.headers.get('etag')! },
    );
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('titles in every script', () => {
  const date = { activityDate: daysAgo(30), publishedAt: `${daysAgo(400)}T00:00:00Z`, category: 'funding' };
  const titles = [
    ['201', 'shenzhen', '比亚迪完成新能源业务A轮融资，投资方为AI企业'],
    ['202', 'gas', '東京ガス、データ基盤のスタートアップを買収'],
    ['203', 'gas', 'ロボット開発のベンチャーが資金調達'.normalize('NFD')],
    ['204', 'kakao', '카카오, 인공지능 스타트업에 100억원을 투자'],
    ['205', 'thai', 'บริษัทสตาร์ทอัพได้รับเงินลงทุน'],
    ['206', 'shalom', 'חֶבְרַת שָׁלוֹם מגייסת הון'],
  ] as const;

  beforeAll(() =>
    importCorpus(system, {
      companies: [
        { slug: 'shenzhen', name: '比亚迪股份（深圳）', country: 'China', city: '深圳' },
        { slug: 'gas', name: '㈱東京ガス', country: 'Japan', city: '東京' },
        { slug: 'kakao', name: '카카오 벤처스', country: 'South Korea', city: '서울' },
        { slug: 'thai', name: 'บริษัทปูนใหญ่', country: 'Thailand', city: 'กรุงเทพ' },
        { slug: 'shalom', name: 'שָׁלוֹם טכנולוגיות', country: 'Israel', city: 'חֵיפָה' },
      ],
      signals: titles.map(([id, companySlug, title]) => ({ id, companySlug, title, ...date })),
    }),
  );

  const city = (value: string) => ({ locations: json([{ kind: 'city', value }]) });
  it.each<[string, Query, string[]]>([
    ['Chinese letters', { q: '新能源' }, ['201']],
    ['Chinese beside Latin', { q: 'AI企业 a轮' }, ['201']],
    ['Latin within Chinese as a whole word only', { q: 'I企业' }, []],
    ['Chinese terms split at an ideographic space', { q: '融资\u3000新能' }, ['201']],
    ['an excluded phrase', { country: 'China', q: '-融资' }, []],
    ['another excluded phrase', { country: 'China', q: '-融源' }, ['201']],
    ['Japanese', { q: 'データ基' }, ['202']],
    ['half-width Japanese', { q: 'ﾃﾞｰﾀ' }, ['202']],
    ['unvoiced kana are different letters', { q: 'テータ' }, []],
    ['a decomposed title', { q: 'ロボット' }, ['203']],
    ['Korean inside a word with its particle', { any: '타트업 없음' }, ['204']],
    ['decomposed Korean', { exact: '스타트'.normalize('NFD') }, ['204']],
    ['Thai', { all: 'สตาร์ท, ลงทุน' }, ['205']],
    ['Hebrew without points', { q: 'שלום' }, ['206']],
    [
      'groups',
      { searchGroups: groups('and', { scope: 'company', match: 'and', terms: ['ガス', 'ロボ'] }) },
      ['203', '202'],
    ],
    ['part of a company’s name', { company: '亚迪股' }, ['201']],
    ['a company’s full name', { companies: '(株)東京ｶﾞｽ,카카오 벤처스' }, ['204', '203', '202']],
    ['part of a name is not a name', { companies: '東京ガス' }, []],
    ['a city', city('深圳'), ['201']],
    ['a decomposed city', city('서울'.normalize('NFD')), ['204']],
    ['a city without points', city('חיפה'), ['206']],
  ])('%s', async (_name, query, expected) => {
    expect(await client.matchingIds(query)).toEqual(expected);
    expect(await client.count(query)).toBe(expected.length);
  });
});
