import { forgetDrafts, hasKeptDraft, holdDraft, keepDrafts, keptDraft } from './kept-drafts';

function tab() {
  const stored = new Map<string, string>();
  return {
    sessionStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    },
  };
}

const typed = { name: 'Nightly', scopes: ['a'], isTest: true };
const initial = { name: '', scopes: ['a', 'b'], isTest: false };

it('is kept for the same user in the same account, and once', () => {
  const here = tab();
  const close = holdDraft('key', typed);
  keepDrafts('account:user', here);
  close();
  expect(hasKeptDraft('key', 'account:user', here)).toBe(true);
  expect(keptDraft('key', 'account:user', initial, here)).toEqual(typed);
  expect(keptDraft('key', 'account:other', initial, here)).toBeUndefined();
  expect(hasKeptDraft('key', 'account:other', here)).toBe(false);
  expect(keptDraft('invitation', 'account:user', initial, here)).toBeUndefined();
  forgetDrafts(here);
  expect(keptDraft('key', 'account:user', initial, here)).toBeUndefined();
});

it('is not kept of a form that was closed before', () => {
  const here = tab();
  holdDraft('key', typed)();
  keepDrafts('account:user', here);
  expect(hasKeptDraft('key', 'account:user', here)).toBe(false);
});

it.each([
  ['a text instead of an object', 'Nightly'],
  ['a missing field', { name: 'Nightly', scopes: [] }],
  ['a field of another type', { ...typed, isTest: 'yes' }],
  ['items of another type', { ...typed, scopes: [1] }],
  ['a number instead of a list', { ...typed, scopes: 1 }],
])('is not used with %s, as another version may have kept it', (_name, draft) => {
  const here = tab();
  const close = holdDraft('key', draft);
  keepDrafts('account:user', here);
  close();
  expect(keptDraft('key', 'account:user', initial, here)).toBeUndefined();
});
