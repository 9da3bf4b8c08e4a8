import { keysOn, shortcutOf } from './shortcuts';

const press = (key: string, more = {}) =>
  shortcutOf({ key, ctrlKey: false, metaKey: false, altKey: false, isTyping: false, ...more });

describe('global keyboard shortcuts', () => {
  it('Ctrl or Command opens the palette, even while typing', () => {
    expect(press('k', { ctrlKey: true })).toBe('palette');
    expect(press('K', { metaKey: true, isTyping: true })).toBe('palette');
    expect(press('k')).toBeUndefined();
  });

  it('single characters are text while typing, and the browser’s with Ctrl', () => {
    expect(press('/')).toBe('search');
    expect(press('?')).toBe('keys');
    expect(press('/', { isTyping: true })).toBeUndefined();
    expect(press('?', { isTyping: true })).toBeUndefined();
    expect(press('/', { ctrlKey: true })).toBeUndefined();
    expect(press('/', { altKey: true })).toBeUndefined();
  });
});

it("shows the platform's keys", () => {
  expect(keysOn('MacIntel', 'Ctrl K')).toBe('⌘ K');
  expect(keysOn('Linux x86_64', 'Ctrl K')).toBe('Ctrl K');
  expect(keysOn('iPad', '?')).toBe('?');
});
