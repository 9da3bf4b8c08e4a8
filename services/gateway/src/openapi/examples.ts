import type { JsonValue } from './types';

/** Answers as the reference shows them: of the sample corpus, where the examples of the parameters find something. */
const signal = {
  id: '4100029619',
  title:
    '€2.6 million for cross-border payments: Emberloom Finance wins over Teapot Angels and Brass Compass Partners',
  activityUrl: 'https://emberloom-finance.example/news/4100029619',
  activityDate: '2026-11-12',
  publishedAt: '2026-11-12T04:40:51.248Z',
  category: 'funding',
  country: 'India',
  city: 'Bengaluru',
  industries: ['Financial Services', 'Fintech'],
  company: { slug: 'emberloom-finance', name: 'Emberloom Finance' },
  funding: { stage: 'seed', amount: 2_600_000, currency: 'EUR' },
};

export const examples = {
  searchPage: {
    data: {
      items: [signal],
      nextCursor: 'AQE1JmwAAAAAAAAKvFIyEzEGMZn4S3R9xZ0nq6z1cQ2mVtBzqIuQd0kL9wPr',
    },
  },
  semanticPage: {
    data: {
      items: [{ ...signal, similarity: 0.731204 }],
      nextCursor:
        'AgALKKQAAAAAAAC8VQAAAZqf6mvQAAGGoAAAAZqf6nOgFLTm0u6q1gF0x0mGm8nDq5dX8kqkKpXzA2r4h1nq3cVpc2lnbmFscy1sb2NhbC0xr3vFc0bq2yq9hJ0m7y6tqw',
      search: {
        mode: 'semantic',
        model: 'gemini-embedding-001',
        ranking: 'cosine_similarity',
        candidateLimit: 1000,
        asOf: '2026-11-20T08:15:30.250Z',
        cursorExpiresAt: '2026-11-20T09:15:30.262Z',
        poolSize: 1000,
        matched: 87,
      },
    },
  },
  searchTotal: { data: { total: 1284 } },
  company: {
    data: {
      slug: 'emberloom-finance',
      name: 'Emberloom Finance',
      domain: 'emberloom-finance.example',
      description: 'Maker of invoice financing and savings pots for corner shops, based in Bengaluru.',
      country: 'India',
      city: 'Bengaluru',
      industries: ['Financial Services', 'Fintech'],
      employeeCount: 98,
      size: '50-100',
      signalCount: 39,
      latestActivityDate: '2026-11-18',
    },
  },
  filterOptions: {
    data: {
      categories: [{ id: 'funding', label: 'Funding' }],
      industries: [{ id: 'Robotics', label: 'Robotics' }],
      hiring: {
        types: [{ id: 'open-role', label: 'Open role' }],
        functions: [{ id: 'engineering', label: 'Engineering' }],
        seniorities: [{ id: 'senior', label: 'Senior' }],
        employmentTypes: [{ id: 'full-time', label: 'Full time' }],
        workArrangements: [{ id: 'remote', label: 'Remote' }],
      },
      fundingStages: [{ id: 'series-b', label: 'Series B' }],
      sizes: [{ id: '101-500', label: '101 to 500' }],
      countries: [{ id: 'United States', label: 'United States' }],
    },
  },
  usage: {
    data: {
      month: '2026-11',
      requests: 42,
      records: 610,
      byOperation: [
        { operation: 'getCompany', requests: 10, records: 10 },
        { operation: 'searchSignals', requests: 32, records: 600 },
      ],
      days: [
        {
          date: '2026-11-03',
          requests: 22,
          records: 410,
          byOperation: [{ operation: 'searchSignals', requests: 22, records: 410 }],
        },
        {
          date: '2026-11-19',
          requests: 20,
          records: 200,
          byOperation: [
            { operation: 'getCompany', requests: 10, records: 10 },
            { operation: 'searchSignals', requests: 10, records: 190 },
          ],
        },
      ],
      allowances: {
        api: { granted: 100, used: 100, remaining: 0 },
        cli: { granted: 500, used: 0, remaining: 500 },
        web: { granted: 10, used: 1, remaining: 9 },
      },
      balance: { currency: 'USD', amount: '9.750', records: 1950 },
      subscription: null,
    },
  },
} as const satisfies Record<string, JsonValue>;
