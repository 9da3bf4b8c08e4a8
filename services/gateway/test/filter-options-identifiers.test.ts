import { startBeforeEach } from '@heliograph/testing';
import { problemFrom, startGateway } from './support/gateway';

const gateway = startBeforeEach(startGateway);

it.each([
  ['category', 'funding'],
  ['hiringState', 'new-role'],
  ['hiringFunction', 'engineering'],
  ['hiringSeniority', 'senior'],
  ['hiringEmployment', 'permanent'],
  ['hiringWorkArrangement', 'remote'],
  ['fundingStage', 'series-a'],
])('%s accepts the identifiers of its list and names unknown ones', async (name, known) => {
  expect((await gateway.get(`/signals?limit=1&${name}=${known}`)).status).toBe(200);
  const problem = await problemFrom(await gateway.get(`/signals?${name}=${known},astronaut,pirate`));
  expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter' });
  expect(problem.errors!.map((issue) => issue.parameter)).toEqual([name, name]);
  expect(problem.errors![0]!.message).toContain('"astronaut"');
  expect(problem.errors![1]!.message).toContain('"pirate"');
});

it("names unknown identifiers together with the list's other issues", async () => {
  const many = Array.from({ length: 31 }, (_, index) => (index === 2 ? 'pirate' : 'funding'));
  for (const [list, others] of [
    ['funding,,pirate', 1],
    [many.join(), 1],
    [`${'c'.repeat(181)},pirate,`, 2],
  ] as const) {
    const { errors } = await problemFrom(await gateway.get(`/signals?category=${list}`));
    expect(errors).toHaveLength(others + 1);
    expect(errors!.at(-1)!.message).toContain('"pirate"');
  }
});

it('compares identifiers exactly', async () => {
  for (const value of ['Funding', 'funding%20', '%20funding', 'FUNDING']) {
    expect((await gateway.get(`/signals?category=${value}`)).status).toBe(400);
  }
});

it('accepts a new identifier on first use', async () => {
  expect((await gateway.get('/signals?limit=1&category=funding')).status).toBe(200);
  gateway.backend.options.categories.push({ id: 'grant', label: 'Grant' });
  gateway.backend.options.version = '2';
  expect((await gateway.get('/signals?limit=1&category=grant')).status).toBe(200);
});

it('does not call the company service for every search', async () => {
  const before = performance.now();
  for (let count = 0; count < 10; count++) await gateway.get('/signals?limit=1&category=funding');
  const refreshes = Math.floor((performance.now() - before) / 2_000);
  expect(gateway.backend.calls.getFilterOptions).toBeGreaterThan(0);
  expect(gateway.backend.calls.getFilterOptions).toBeLessThanOrEqual(1 + refreshes);
});

it('makes a limited number of calls for many unknown identifiers', async () => {
  const before = performance.now();
  await Promise.all(Array.from({ length: 50 }, (_, at) => gateway.get(`/signals?category=unknown-${at}`)));
  const intervals = (performance.now() - before) / 10;
  expect(gateway.backend.calls.getFilterOptions).toBeLessThanOrEqual(intervals + 2);
});

describe('while the company service is down', () => {
  it('known identifiers work, unknown ones are a 503, and other issues are reported', async () => {
    await gateway.get('/signals?limit=1&category=funding');
    await gateway.backend.stopService('company');
    expect((await gateway.get('/signals?limit=1&category=funding')).status).toBe(200);
    expect((await gateway.get('/signals?category=astronaut')).status).toBe(503);
    const problem = await problemFrom(await gateway.get('/signals?category=astronaut&limit=0'));
    expect(problem.errors!.map((issue) => issue.parameter)).toEqual(['limit']);
    expect((await gateway.get('/signals?limit=1&q=robots')).status).toBe(200);
  });
});
