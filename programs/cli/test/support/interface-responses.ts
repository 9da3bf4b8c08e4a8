export interface ApiResponse {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export const signalOf = (id: number, title = `Acme Robotics raises round ${id}`) => ({
  id: String(id),
  title,
  activityUrl: `https://news.example/${id}`,
  activityDate: '2026-11-18',
  publishedAt: '2026-11-18T09:30:00.000Z',
  category: 'funding',
  country: 'Germany',
  industries: ['Robotics', 'Manufacturing'],
  company: { slug: 'acme-robotics', name: 'Acme Robotics' },
  funding: { stage: 'series-a', amount: 12_000_000, currency: 'USD' },
});

const allowance = { granted: 500, used: 10, remaining: 490 };
const funds = {
  allowances: { api: { granted: 100, used: 0, remaining: 100 }, cli: allowance, web: allowance },
  balance: { currency: 'USD', amount: '9.750', records: 1_950 },
  subscription: null,
};
const option = (id: string, label = id) => ({ id, label });

/** Fixed responses for everything but searches. */
export function answerOf(path: string, query: URLSearchParams): ApiResponse {
  if (path === '/suggest') return suggest(query);
  if (path === '/companies/identify') return identify(query);
  if (path === '/session')
    return success({
      account: { id: 'account-1', email: 'ada@example.com', name: 'Ada', plan: 'free' },
      session: {
        id: 'session-1',
        deviceName: 'ada@workstation',
        clientVersion: '0.3.0',
        createdAt: '2026-11-20T08:00:00.000Z',
        lastUsedAt: '2026-11-20T08:00:00.000Z',
        expiresAt: '2027-01-19T08:00:00.000Z',
      },
      ...funds,
    });
  if (path === '/usage')
    return success({
      month: query.get('month') ?? '2026-11',
      requests: 7,
      records: 210,
      byOperation: [{ operation: 'searchSignals', requests: 7, records: 210 }],
      days: [
        { date: '2026-11-01', requests: 2, records: 10, byOperation: [] },
        { date: '2026-11-02', requests: 5, records: 200, byOperation: [] },
      ],
      ...funds,
    });
  if (path === '/filter-options')
    return success({
      categories: [option('funding', 'Funding'), option('acquisition', 'Acquisition')],
      industries: [option('Robotics')],
      hiring: {
        types: [option('new-role', 'New role')],
        functions: [option('engineering', 'Engineering')],
        seniorities: [option('senior', 'Senior')],
        employmentTypes: [option('full-time', 'Full time')],
        workArrangements: [option('remote', 'Remote')],
      },
      fundingStages: [option('series-a', 'Series A')],
      sizes: [option('1-49')],
      countries: ['Germany', 'United States', "Cote d'Ivoire"].map((name) => option(name)),
    });
  if (path.startsWith('/companies/acme-robotics'))
    return success(
      {
        slug: 'acme-robotics',
        name: 'Acme Robotics, Inc.',
        domain: 'acme-robotics.example',
        description: 'Builds robots\u001b[2J for warehouses.',
        country: 'Germany',
        city: 'München',
        industries: ['Robotics'],
        employeeCount: 1200,
        size: '501-10000000',
        signalCount: 3,
        latestActivityDate: '2026-11-18',
      },
      1,
    );
  return problem(404, 'not_found', 'There is nothing here.');
}

export function problem(
  status: number,
  code: string,
  detail: string,
  rest: { errors?: { parameter: string; message: string }[]; retryAfter?: number } = {},
): ApiResponse {
  const { errors, retryAfter } = rest;
  return {
    status,
    body: {
      type: `/docs/errors#${code}`,
      title: code,
      status,
      detail,
      code,
      requestId: 'r',
      ...(errors && { errors }),
    },
    headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
  };
}

/** @param records how many are charged */
export function success(data: unknown, records = 0): ApiResponse {
  return {
    status: 200,
    body: { data },
    headers: { 'X-Records-Consumed': String(records) },
  };
}

function suggest(query: URLSearchParams): ApiResponse {
  const [prefix, names] = [query.get('prefix')!.toLowerCase(), NAMES[query.get('kind')!] ?? []];
  const items = names
    .filter(([, label]) => label.toLowerCase().startsWith(prefix))
    .map(([value, label], index) => ({ value, label, count: 10 - index }));
  return success({ items: items.slice(0, Number(query.get('limit'))) });
}

const NAMES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  company: [
    ['acme-robotics', 'Acme Robotics'],
    ['acme', 'Acme'],
  ],
  city: [['Paris', 'Paris']],
};

function identify(query: URLSearchParams): ApiResponse {
  const [domain, name] = [query.get('domain'), query.get('name')];
  if (domain?.includes(' ')) return problem(400, 'invalid_parameter', 'domain must be a host.');
  const acme = { slug: 'acme-robotics', name: 'Acme Robotics, Inc.', domain: 'acme.example' };
  if (domain === 'acme.example') return success({ items: [{ ...acme, matchedBy: 'domain' }] });
  if (name === 'Acme Robotics')
    return success({ items: [{ ...acme, matchedBy: 'name_without_legal_form' }] });
  return success({ items: [] });
}
