import type { ActivityPage, SavedSearch, SavedSearchList } from '@heliograph/dashboard-api';
import type { SignalRecord } from '@heliograph/catalog';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { companies, signals } from './support/corpus';
import { TestDashboard } from './support/dashboard';

const dashboard = startBeforeAll(() =>
  TestDashboard.start({
    with: ['search', 'company', 'notifier'],
    overrides: { unseenCountsMs: 600_000 },
  }),
);
beforeAll(() => dashboard.importCorpus(companies, signals));

it('counts new matches once in a while, and again after a visit and for another query', async () => {
  const person = await dashboard.signIn();
  const saved = await person.data<SavedSearch>('POST', '/saved-searches', {
    name: 'Series',
    query: { q: 'series' },
  });
  const path = `/saved-searches/${saved.id}`;
  const unseen = async () => {
    const { items } = await person.data<SavedSearchList>('GET', '/saved-searches');
    return items[0]!.unseen?.count;
  };
  const publish = async (id: string) => {
    const signal = {
      ...signals[0]!,
      id,
      title: 'Acme raises series Z',
      publishedAt: new Date().toISOString(),
    };
    await dashboard.importCorpus(companies, [signal as SignalRecord]);
    await waitFor(async () => {
      const found = await person.data<ActivityPage>('GET', `${path}/new-activities?since=${saved.createdAt}`);
      return found.items.some((item) => item.id === id);
    });
  };
  expect(await unseen()).toBe(0);
  await publish('5001');
  expect(await unseen()).toBe(0);
  await person.data('PATCH', path, { query: { q: 'series z' } });
  expect(await unseen()).toBe(1);
  await publish('5002');
  expect(await unseen()).toBe(1);
  await person.data('POST', `${path}/visits`);
  expect(await unseen()).toBe(0);
});
