import { signInError } from './sign-in-error';

describe('the texts for failed sign-ins', () => {
  it('depend on the code', () => {
    expect(signInError('account_suspended').title).toContain('suspended');
    expect(signInError('rate_limited').text).toContain('minute');
  });

  it('never repeat an unknown code', () => {
    for (const code of ['<b>pay here</b>', 'constructor', '__proto__', ''])
      expect(signInError(code)).toEqual(signInError('something else'));
  });
});
