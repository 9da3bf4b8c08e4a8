import type { SearchesLeft, Suggestions } from '@heliograph/dashboard-api';
import { startBeforeAll } from '@heliograph/testing';
import { companies, signals } from './support/corpus';
import { TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';

let person: Person;
const dashboard = startBeforeAll(() => TestDashboard.start({ with: ['search', 'company'] }));
beforeAll(async () => {
  await dashboard.importCorpus(companies, signals);
  person = await dashboard.signIn();
});

const suggest = (query: string) => person.data<Suggestions>('GET', `/activities/suggest?${query}`);

it.each([
  ['kind=company&prefix=robo', { value: 'acme-robotics', label: 'Acme Robotics' }],
  ['kind=country&prefix=GER', { value: 'Germany', label: 'Germany' }],
  ['kind=industry&prefix=robotics&limit=1', { value: 'Robotics', label: 'Robotics' }],
  ['kind=category&prefix=fund', { value: 'funding', label: 'Funding' }],
])('%s', async (query, expected) => {
  const { items } = await suggest(query);
  expect(items).toEqual([{ ...expected, count: query.includes('category') ? 15 : 30 }]);
});

it('returns an empty list without matches', async () => {
  expect(await suggest('kind=city&prefix=nowhere')).toEqual({ items: [] });
});

it.each([
  ['', ['kind', 'prefix']],
  ['kind=city&prefix=-', ['prefix']],
  [`kind=city&prefix=${'a'.repeat(181)}`, ['prefix']],
  ['kind=slug&prefix=a&limit=21', ['kind', 'limit']],
  ['kind=city&prefix=a&prefix=b&q=c', ['prefix', 'q']],
])('refuses %s and names %p', async (query, parameters) => {
  const { status, errors } = await problemFrom(await person.get(`/activities/suggest?${query}`));
  expect(status).toBe(400);
  expect(errors?.map(({ parameter }) => parameter).sort()).toEqual(parameters);
});

it('does not count as a monthly search', async () => {
  await suggest('kind=company&prefix=acme');
  expect((await person.data<SearchesLeft>('GET', '/activities/searches')).web?.used).toBe(0);
});

it('requires sign-in', async () => {
  const stranger = await fetch(`${dashboard.url}/api/app/v1/activities/suggest?kind=city&prefix=a`);
  expect(stranger.status).toBe(401);
});
