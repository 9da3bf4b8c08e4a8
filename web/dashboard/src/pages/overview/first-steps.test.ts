import type { ApiKey, Overview } from '@heliograph/dashboard-api';
import { currentStep, firstRequest, isChartBehind } from './first-steps';

const fresh: Pick<Overview, 'allowances' | 'days'> = {
  allowances: {
    api: { granted: 100, used: 0, remaining: 100 },
    cli: { granted: 500, used: 0, remaining: 500 },
    web: { granted: 10, used: 0, remaining: 10 },
  },
  days: [{ date: '2026-03-01', requests: 0, records: 0 }],
};
const used = { granted: 100, used: 3, remaining: 97 };

const key: ApiKey = {
  id: 'k',
  name: 'First',
  hint: 'hg_live_abc',
  scopes: ['signals:read'],
  createdAt: '2026-03-01T00:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  monthlyCapRecords: null,
  isTest: false,
  createdBy: null,
  state: 'active',
  usage: { requests: 0, records: 0 },
  capRecords: 0,
  testRecords: null,
};

describe('the first steps', () => {
  it('begin with a key, ignoring revoked ones', () => {
    expect(currentStep(fresh, { items: [] })).toBe('key');
    expect(currentStep(fresh, { items: [{ ...key, state: 'revoked' }] })).toBe('key');
  });

  it('continue with a request, ignoring searches in the dashboard', () => {
    expect(currentStep(fresh, { items: [key] })).toBe('request');
    const searched = {
      ...fresh,
      allowances: { ...fresh.allowances, web: { granted: 10, used: 4, remaining: 6 } },
    };
    expect(currentStep(searched, { items: [key] })).toBe('request');
  });

  it('are done with the first use, wherever it appears first', () => {
    expect(currentStep({ allowances: { ...fresh.allowances, api: used } }, { items: [key] })).toBe('done');
    expect(currentStep({ allowances: { ...fresh.allowances, cli: used } }, { items: [] })).toBe('done');
    expect(currentStep(fresh, { items: [{ ...key, lastUsedAt: '2026-03-01T00:00:00.000Z' }] })).toBe('done');
    expect(currentStep(fresh, { items: [{ ...key, usage: { requests: 1, records: 0 } }] })).toBe('done');
  });

  it("contain this installation's address", () => {
    expect(firstRequest('https://api.example.com')).toContain("'https://api.example.com/api/v1/signals'");
  });
});

describe('the chart', () => {
  it('is behind while it lacks the used records', () => {
    const allowances = { ...fresh.allowances, api: used };
    expect(isChartBehind(fresh)).toBe(false);
    expect(isChartBehind({ ...fresh, allowances })).toBe(true);
    expect(isChartBehind({ allowances, days: [{ date: '2026-03-01', requests: 1, records: 3 }] })).toBe(
      false,
    );
    expect(isChartBehind({ allowances, days: null })).toBe(false);
  });
});
