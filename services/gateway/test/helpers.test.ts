import type { company, search } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { problemFrom, startGateway, withKey } from './support/gateway';

const suggestions: search.SuggestRequest[] = [];
const identified: company.IdentifyCompanyRequest[] = [];

const gateway = startBeforeAll(startGateway);
beforeAll(() => {
  const { suggest, identifyCompany } = gateway.backend;
  gateway.backend.suggest = async (request, call) => {
    suggestions.push(request);
    return suggest(request, call);
  };
  gateway.backend.identifyCompany = async (request) => {
    identified.push(request);
    return identifyCompany(request);
  };
});

it.each(['api', 'cli'] as const)(
  'answers both at /%s for free, counted as requests, not as searches',
  async (name) => {
    const get = (path: string) => (name === 'api' ? gateway.get(path) : gateway.cli(path));
    const charges = gateway.backend.ledger.charges.length;
    const suggested = await get('/suggest?kind=company&prefix=Acme%20ro');
    expect(await suggested.json()).toEqual({
      data: { items: [{ value: 'acme-robotics', label: 'Acme Robotics', count: 37 }] },
    });
    expect(suggestions.at(-1)).toEqual({ kind: 'company', prefix: 'Acme ro', limit: 10, others: [] });
    const found = await get('/companies/identify?domain=https://jobs.Acme.example:8443/open');
    expect(await found.json()).toEqual({
      data: {
        items: [
          {
            slug: 'acme-robotics',
            name: 'Acme Robotics',
            domain: 'acme.example',
            matchedBy: 'parent_domain',
          },
        ],
      },
    });
    expect(identified.at(-1)).toMatchObject({ host: 'jobs.acme.example' });
    for (const { headers } of [suggested, found]) {
      expect(headers.get('x-records-consumed')).toBe('0');
      expect(headers.get('ratelimit')).toContain('"searches";r=50000');
      expect(headers.get('ratelimit')).not.toContain('"requests";r=100000');
    }
    expect(gateway.backend.ledger.charges).toHaveLength(charges);
  },
);

it('requires a scope for companies, but none for suggestions', async () => {
  const key = gateway.backend.addKey({ scopes: ['signals:read'] });
  expect(await problemFrom(await gateway.get('/companies/identify?name=A', withKey(key)))).toMatchObject({
    status: 403,
    code: 'insufficient_scope',
  });
  const none = gateway.backend.addKey({ scopes: [] });
  expect((await gateway.get('/suggest?kind=city&prefix=p', withKey(none))).status).toBe(200);
});

it.each([
  ['/suggest', ['kind', 'prefix']],
  ['/suggest?kind=&prefix=', ['kind', 'prefix']],
  ['/suggest?kind=planet&prefix=m', ['kind']],
  ['/suggest?kind=city&prefix=%20-%21', ['prefix']],
  [`/suggest?kind=city&prefix=${'a'.repeat(181)}`, ['prefix']],
  ['/suggest?kind=city&prefix=%FF', ['prefix']],
  ['/suggest?kind=city&prefix=a&limit=0', ['limit']],
  ['/suggest?kind=city&prefix=a&limit=21', ['limit']],
  ['/suggest?kind=city&prefix=a&limit=1.5', ['limit']],
  ['/companies/identify', ['domain']],
  ['/companies/identify?domain=&name=', ['domain']],
  ['/companies/identify?domain=a.example&name=A', ['name']],
  ['/companies/identify?domain=two%20words', ['domain']],
  ['/companies/identify?domain=%20', ['domain']],
  ['/companies/identify?name=%20', ['name']],
  [`/companies/identify?name=${'a'.repeat(1001)}`, ['name']],
  [`/companies/identify?domain=${'a'.repeat(2049)}`, ['domain']],
])('%s is refused, naming each issue', async (path, parameters) => {
  const asked = suggestions.length + identified.length;
  const problem = await problemFrom(await gateway.get(path));
  expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter' });
  expect(problem.errors?.map(({ parameter }) => parameter)).toEqual(parameters);
  expect(suggestions.length + identified.length).toBe(asked);
});

it.each(['/suggest?kind=city&prefix=a', '/companies/identify?name=a'])(
  '%s accepts no repeated and no unknown parameters',
  async (path) => {
    const [last] = path.split('&').slice(-1);
    const repeated = last!.replace(/^.*\?/, '');
    expect((await problemFrom(await gateway.get(`${path}&${repeated}`))).code).toBe('repeated_parameter');
    expect((await problemFrom(await gateway.get(`${path}&q=a`))).code).toBe('unknown_parameter');
  },
);

it.each(['/suggest?kind=city&prefix=a', '/companies/identify?name=a'])(
  '%s accepts GET and HEAD',
  async (path) => {
    const head = await gateway.get(path, withKey(gateway.key), { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await gateway.get(path, withKey(gateway.key), { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  },
);

it('accepts values at the limits, counted in characters', async () => {
  const prefix = encodeURIComponent('𠮷'.repeat(180));
  expect((await gateway.get(`/suggest?kind=company&prefix=${prefix}&limit=20`)).status).toBe(200);
  expect(suggestions.at(-1)).toMatchObject({ limit: 20 });
});

it('returns labels, and passes on the values found by them', async () => {
  gateway.backend.suggest = async (request) => {
    suggestions.push(request);
    return {
      values: [
        { value: 'ipo', label: '', count: 3n },
        { value: 'unlisted', label: '', count: 1n },
      ],
    };
  };
  gateway.backend.options.version = 'renamed';
  gateway.backend.options.categories = [
    { id: 'ipo', label: 'Initial public offering' },
    { id: 'going-public', label: 'Going public' },
  ];
  await gateway.get('/filter-options');
  const { data } = (await (await gateway.get('/suggest?kind=category&prefix=PUBLIC%20off')).json()) as {
    data: { items: unknown };
  };
  expect(suggestions.at(-1)).toMatchObject({ others: ['ipo'] });
  expect(data.items).toEqual([
    { value: 'ipo', label: 'Initial public offering', count: 3 },
    { value: 'unlisted', label: 'unlisted', count: 1 },
  ]);
});
