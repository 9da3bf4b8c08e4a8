import type { SavedSearch } from '@heliograph/dashboard-api';
import { answerOf, stateOf, unseenText } from './states';

const saved = { id: '', name: '', query: {}, state: 'failing', createdAt: '' } as SavedSearch;

it('shows a state only with a webhook', () => {
  expect(stateOf(saved).text).toBe('No webhook');
  expect(stateOf({ ...saved, webhook: { url: 'https://example.com' } })).toEqual({
    text: 'Failing',
    tone: 'danger',
  });
});

it.each([
  [undefined, 'Not tried yet'],
  [{ at: '', status: 204 }, 'HTTP 204'],
  [{ at: '', status: 500, failure: 'the receiver failed' }, 'HTTP 500: the receiver failed'],
  [{ at: '', status: 500, failure: 'answered 500' }, 'answered 500'],
  [{ at: '', failure: 'no answer in 10 s' }, 'no answer in 10 s'],
])('describes the last attempt %j: %s', (lastAttempt, text) => {
  expect(answerOf(lastAttempt ? { lastAttempt } : {})).toBe(text);
});

it('shows how many are new, and that there may be more', () => {
  expect(unseenText({ count: 0, more: false })).toBe('Nothing new');
  expect(unseenText({ count: 3, more: false })).toBe('3 new');
  expect(unseenText({ count: 100, more: true })).toBe('100+ new');
});
