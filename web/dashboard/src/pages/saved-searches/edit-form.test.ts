import type { SavedSearch } from '@heliograph/dashboard-api';
import { changeOf, doneText, formOf, titleOf, urlIssueOf } from './edit-form';

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
  expect(changeOf(saved, { name: 'Other', url: 'https://example.org/', maximum: '70' })).toEqual({
    name: 'Other',
    webhook: { url: 'https://example.org/' },
    maxRecordsPerDay: 70,
  });
  expect(changeOf(saved, { name: 'Funding', url: '', maximum: '' })).toEqual({
    webhook: null,
    maxRecordsPerDay: null,
  });
});

it.each(['many', '-1', '1.5', '1e3'])('lets the server refuse a maximum of %s', (maximum) => {
  expect(changeOf(saved, { ...formOf(saved), maximum })).toEqual({ maxRecordsPerDay: 0 });
});

it('says what it was opened for and what it did', () => {
  expect(titleOf('edit', 'Funding')).toBe('Edit “Funding”');
  expect(titleOf('addWebhook', 'Funding')).toBe('Add a webhook to “Funding”');
  expect(doneText('edit', 'Funding')).toBe('“Funding” was changed.');
  expect(doneText('addWebhook', 'Funding')).toBe('The webhook of “Funding” was added.');
});

it("requires a webhook's address only when adding one", () => {
  const form = { ...formOf(saved), url: ' ' };
  expect(urlIssueOf('addWebhook', form)).toBe('Enter an address.');
  expect(urlIssueOf('addWebhook', formOf(saved))).toBeNull();
  expect(urlIssueOf('changeWebhook', form)).toBeNull();
  expect(urlIssueOf('edit', form)).toBeNull();
});
