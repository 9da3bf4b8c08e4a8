import { signInError } from './sign-in-error';

describe('the texts for failed sign-ins', () => {
  it('depend on the code', () => {
    expect(signInError('account_suspended', 'https:').title).toContain('suspended');
    expect(signInError('rate_limited', 'http:').text).toContain('minute');
  });

  it('name Safari where it keeps no cookie', () => {
    expect(signInError('missing_credentials', 'http:').text).toContain('Safari');
    for (const shown of [signInError('missing_credentials', 'https:'), signInError('access_denied', 'http:')])
      expect(shown.text).not.toContain('Safari');
  });

  it('never repeat an unknown code', () => {
    for (const code of ['<b>pay here</b>', 'constructor', '__proto__', ''])
      expect(signInError(code, 'https:')).toEqual(signInError('something else', 'https:'));
  });
});
