import {
  MAXIMUM_DESCRIPTION_LENGTH,
  MAXIMUM_LIST_ITEMS,
  MAXIMUM_TITLE_LENGTH,
  MAXIMUM_VALUE_LENGTH,
} from '@heliograph/catalog';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { waitOptions, signalOf, signalsOf, startTestIndexer } from './support/indexer';

const company = { description: 'Batteries for trucks', industries: ['Energy', 'Transport'] };
const other = { slug: 'other', name: 'Other' };

const running = startBeforeAll(startTestIndexer);
beforeAll(async () => {
  await running.importSignals(signalsOf(1, 40), company);
  await running.importSignals([signalOf(41, { companySlug: 'other' })], other);
  await running.settle();
});
beforeEach(() => running.embedding.embedded.splice(0));

const withCompany = (title: string, of: { description: string; industries: string[] }) =>
  `${title} ${JSON.stringify(of)}`;

it('fills a separate collection, with known properties, for a model that reads companies', async () => {
  const titlesOnly = running.points().get('7')!;
  running.embedding.model = {
    ...running.embedding.model,
    name: 'Reader',
    identity: 'fake-reader',
    readsCompanies: true,
  };
  await waitFor(async () => (await running.status()).model === 'Reader', waitOptions);
  await running.settle();
  expect(new Set(running.embedding.embedded)).toEqual(
    new Set([
      ...signalsOf(1, 40).map(({ title }) => withCompany(title, company)),
      withCompany('Title of 41', { description: '', industries: [] }),
    ]),
  );
  expect(running.embedding.mostOften).toBe(1);
  expect(running.points().get('7')!.vector).not.toEqual(titlesOnly.vector);
  expect(await running.isEqual()).toBe(true);
});

it('re-embeds only the signals of a company whose description changed', async () => {
  const before = running.points().get('41')!;
  const changed = { ...company, description: 'Batteries for ships' };
  await running.importSignals([], changed);
  await running.settle();
  expect(new Set(running.embedding.embedded)).toEqual(
    new Set(signalsOf(1, 40).map(({ title }) => withCompany(title, changed))),
  );
  expect(running.points().get('41')).toEqual(before);
  expect(await running.isEqual()).toBe(true);
});

it("keeps a company's vectors when only unread fields change", async () => {
  const before = running.points().get('7')!;
  await running.importSignals([], { ...company, description: 'Batteries for ships', city: 'Berlin' });
  await running.settle();
  expect(running.embedding.embedded).toEqual([]);
  const after = running.points().get('7')!;
  expect(after.version).toBeGreaterThan(before.version);
  expect(after.vector).toEqual(before.vector);
});

it('embeds the most texts of one call with companies of the largest size', async () => {
  const largest = {
    description: '电'.repeat(MAXIMUM_DESCRIPTION_LENGTH),
    industries: Array.from({ length: MAXIMUM_LIST_ITEMS }, (_, index) =>
      String(index).padEnd(MAXIMUM_VALUE_LENGTH, '池'),
    ),
  };
  const titled = (id: number) => signalOf(id, { title: String(id).padEnd(MAXIMUM_TITLE_LENGTH, '电') });
  const titles = Array.from({ length: 40 }, (_, index) => titled(1_000 + index));
  await running.importSignals(titles, largest);
  await running.settle();
  running.embedding.model = {
    ...running.embedding.model,
    name: 'Large batches',
    identity: 'fake-large',
    largestBatch: 64,
    readsCompanies: true,
  };
  await waitFor(async () => (await running.status()).model === 'Large batches', waitOptions);
  await running.settle();
  expect(await running.isEqual()).toBe(true);
});
