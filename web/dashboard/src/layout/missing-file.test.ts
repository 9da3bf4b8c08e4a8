import { isMissingFile } from './missing-file';

describe('a page that failed', () => {
  it.each([
    'Failed to fetch dynamically imported module: http://127.0.0.1/assets/keys-page.js',
    'error loading dynamically imported module: http://127.0.0.1/assets/keys-page.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/keys-page.css',
  ])('lacks a file: %s', (message) => {
    expect(isMissingFile(new TypeError(message))).toBe(true);
  });

  it('otherwise has a bug', () => {
    expect(isMissingFile(new TypeError("Cannot read properties of undefined (reading 'x')"))).toBe(false);
    expect(isMissingFile('a text that was thrown: preload CSS')).toBe(false);
    expect(isMissingFile(null)).toBe(false);
  });
});
