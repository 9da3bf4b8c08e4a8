import type { RelatedCompanies, SearchesLeft } from '@heliograph/dashboard-api';
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

const related = (slug: string) => `/activities/companies/${slug}/related`;

it('says so without semantic search, and counts nothing', async () => {
  expect(await person.data<RelatedCompanies>('GET', related('acme-robotics'))).toEqual({ items: null });
  expect((await person.data<SearchesLeft>('GET', '/activities/searches')).web?.used).toBe(0);
});

it.each(['no-such-company', 'No%20slug'])('404 for %s', async (slug) => {
  expect((await problemFrom(await person.get(related(slug)))).status).toBe(404);
});

it('requires sign-in', async () => {
  expect((await fetch(`${dashboard.url}/api/app/v1${related('acme-robotics')}`)).status).toBe(401);
});
