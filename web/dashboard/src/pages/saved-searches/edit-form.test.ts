import type { SavedSearch } from '@heliograph/dashboard-api';
import { changeOf, doneText, formOf, issuesOf, titleOf } from './edit-form';

const saved: SavedSearch = {
  id: '1',
  name: 'Funding',
  query: {},
  webhook: { url: 'https://example.com/hook' },
  maxRecordsPerDay: 5,
  state: 'active',
  createdAt: '2026-11-24T08:00:00.000Z',
};

it('sends nothing if nothing changed', () => {
  expect(changeOf(saved, formOf(saved))).toEqual({});
  expect(changeOf(saved, { ...formOf(saved), name: ' Funding ' })).toEqual({});
});

it('sends changes, and null for removals', () => {
  expect(changeOf(saved, { name: 'Other', url: 'https://example.org/', maximum: '1,070' })).toEqual({
    name: 'Other',
    webhook: { url: 'https://example.org/' },
    maxRecordsPerDay: 1070,
  });
  expect(changeOf(saved, { name: 'Funding', url: '', maximum: '' })).toEqual({
    webhook: null,
    maxRecordsPerDay: null,
  });
});

it.each(['many', '-1', '0', '1.5', '1e3', '1,000,001'])('refuses a maximum of %s', (maximum) => {
  expect(Object.keys(issuesOf('edit', { ...formOf(saved), maximum }))).toEqual(['maximum']);
});

it('says what it was opened for and what it did', () => {
  expect(titleOf('edit', 'Funding')).toBe('Edit “Funding”');
  expect(titleOf('addWebhook', 'Funding')).toBe('Add a webhook to “Funding”');
  expect(doneText('edit', 'Funding')).toBe('“Funding” was changed.');
  expect(doneText('addWebhook', 'Funding')).toBe('The webhook of “Funding” was added.');
});

it("requires a webhook's address only when adding one", () => {
  const form = { ...formOf(saved), url: ' ' };
  expect(issuesOf('addWebhook', form)).toEqual({ url: 'Enter an address.' });
  expect(issuesOf('addWebhook', formOf(saved))).toEqual({});
  expect(issuesOf('changeWebhook', form)).toEqual({});
  expect(issuesOf('edit', form)).toEqual({});
});
