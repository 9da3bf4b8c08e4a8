import { safeReturnTo, signInPath } from './return-to';

describe('the path to return to after sign-in', () => {
  it.each(['/', '/keys', '/activities?q=series%20b#top', '/device?user_code=ABCD-EFGH'])(
    'keeps %s',
    (path) => {
      expect(safeReturnTo(path)).toBe(path);
    },
  );

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example/',
    '/%2e//evil.example/',
    '/keys/..//evil.example/',
    'javascript:alert(1)',
    'keys',
    '',
    null,
    '/sign-in?return_to=/sign-in',
    '/auth/sign-in',
  ])('never leads to %j', (path) => {
    expect(safeReturnTo(path)).toBe('/');
  });

  it("is part of the sign-in page's path", () => {
    const setItem = jest.fn();
    const tab = { sessionStorage: { getItem: () => null, setItem, removeItem: () => undefined } };
    expect(signInPath({ pathname: '/usage', search: '?month=2026-03' }, tab, 'expired')).toBe(
      '/sign-in?reason=expired&return_to=%2Fusage%3Fmonth%3D2026-03',
    );
    expect(signInPath({ pathname: '/', search: '' }, tab)).toBe('/sign-in');
    expect(signInPath({ pathname: '/activities', search: '?q=confidential' }, tab)).toBe(
      '/sign-in?return_to=%2Factivities',
    );
    expect(setItem.mock.calls).toEqual([[expect.any(String), '?q=confidential']]);
  });
});
